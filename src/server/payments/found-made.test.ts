// Money that the provider has moved while the row had another status: it is booked, or stays found until a person has put it
// right.

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { approve, createPaid, giveUp } from '../../../tests/support/commissions/paying.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { provider, subjectsOf } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { recordMadeRefund } from './refund-records.ts'
import { recordMadeTransfer } from './transfer-records.ts'

type Kind = 'refund' | 'transfer'
const kinds = ['refund', 'transfer'] as const
const tableOf = { refund: 'refunds', transfer: 'transfers' } as const

const rowOf = (app: TestApp, kind: Kind) =>
  app.db.selectFrom(tableOf[kind]).selectAll().executeTakeFirstOrThrow()

const setRow = (app: TestApp, kind: Kind, changes: ReturnType<typeof sql>) =>
  sql`update ${sql.table(tableOf[kind])} set ${changes}`.execute(app.db)

/** Owed, and not tried yet. */
async function createOwed(app: TestApp, kind: Kind) {
  const { id } = await createPaid(app)
  await owe(app, kind, id)
}

const owe = (app: TestApp, kind: Kind, commissionId: string) =>
  kind === 'refund' ? giveUp(app, commissionId) : approve(app, commissionId)

/** The first attempt has been made at the provider; before its answer is recorded, this happens. */
function afterTheCall({ payments }: TestApp, kind: Kind, happens: () => Promise<unknown>): void {
  const name = kind === 'refund' ? 'sendRefund' : 'sendTransfer'
  const send: (sent: never) => Promise<unknown> = payments[name]
  vi.spyOn(payments, name).mockImplementationOnce(async (sent: unknown) => {
    const made = await send(sent as never)
    await happens()
    return made as never
  })
}

const statuses = [
  ['transfer', 'blocked', sql`status = 'blocked'`],
  ['transfer', 'failed', sql`status = 'failed', key_number = 2, key_used_at = null`],
  ['refund', 'failed', sql`status = 'failed', key_number = 2, key_used_at = null`],
  ['refund', 'disputed', sql`status = 'disputed', key_number = 2, key_used_at = null`],
] as const

test.each(statuses)(
  'a %s whose row is %s when its answer arrives is recorded and booked',
  async (kind, _status, change) => {
    await using app = await createTestApp()
    await createOwed(app, kind)
    afterTheCall(app, kind, () => setRow(app, kind, change))
    await app.work()
    expect(await rowOf(app, kind)).toMatchObject({ status: 'sent', last_problem: null })
    expect(await moneyProblems(app)).toEqual([])
    expect(await compareWithProvider(app)).toEqual([])
  },
)

/** By the operator, who has paid it in another way. */
const settled = sql`status = 'settled', settled_at = now(), settled_reference = 'FPS 17'`

test.each(kinds)(
  'a %s whose row was settled when its answer arrives is reported, and stays found until it is taken back',
  async (kind) => {
    await using app = await createTestApp()
    const admin = await createAdmin(app)
    await createOwed(app, kind)
    afterTheCall(app, kind, () => setRow(app, kind, settled))
    await app.work()
    expect(await rowOf(app, kind)).toMatchObject({ status: 'settled', provider_id: null })
    const { data } = await provider(app)[tableOf[kind]].list()
    expect(data).toHaveLength(1)
    const made = data[0]?.id ?? ''
    const found = [`${kind}_without_row: ${made}`]
    const { notifications } = await notificationsOf(app, admin)
    expect(notifications.map(({ addition }) => addition)).toContainEqual(
      expect.stringContaining(`The ${kind} ${made} was made at the card provider`),
    )
    for (const days of [1, 30]) {
      await app.clock.move({ days })
      expect(await compareWithProvider(app)).toEqual(found)
    }
    await takeBack(app, kind, made)
    expect(await compareWithProvider(app)).toEqual([])
  },
)

function takeBack(app: TestApp, kind: Kind, id: string): Promise<unknown> {
  return kind === 'transfer'
    ? provider(app).transfers.createReversal(id)
    : app.sandbox.control('POST refund', { refund: id, outcome: 'failed' })
}

/** As another run of the same attempt would, if the provider had made it twice. */
async function recordOther(app: TestApp, kind: Kind, providerId: string): Promise<boolean> {
  const { id } = await rowOf(app, kind)
  const deps = { ...app, subjects: subjectsOf(app), log: app.http.log }
  const balance = await movedBy(app, providerId)
  if (kind === 'transfer') return recordMadeTransfer(deps, id, { providerId, balance })
  const refund = { providerId, left: balance, returned: null, problem: '', isCardClosed: false }
  return recordMadeRefund(deps, id, { ...refund, state: 'succeeded' })
}

async function movedBy(app: TestApp, providerId: string) {
  const { moved } = await app.payments.listBalanceTransactions({ since: null, page: null })
  const balance = moved.find(({ sourceId }) => sourceId === providerId)
  if (!balance) throw new Error(`${providerId} has not moved our balance.`)
  return balance
}

/** By hand, long before anybody looks. */
async function makeAgain(app: TestApp, kind: Kind, paymentId: string): Promise<string> {
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const stripe = provider(app)
  if (kind === 'refund')
    return (await stripe.refunds.create({ charge: charge ?? '', amount: 10 })).id
  const { provider_account_id: destination } = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .executeTakeFirstOrThrow()
  const amount = { amount: 10, currency: 'gbp' }
  const source_transaction = charge ?? ''
  return (await stripe.transfers.create({ ...amount, destination, source_transaction })).id
}

test.each(kinds)(
  'a %s that was made twice is found, though both are older than what is compared',
  async (kind) => {
    await using app = await createTestApp()
    const paid = await createPaid(app)
    const again = await makeAgain(app, kind, paid.paymentId)
    await owe(app, kind, paid.id)
    if (kind === 'refund') await setRow(app, kind, sql`amount_pence = 4410`)
    await app.work()
    expect(await rowOf(app, kind)).toMatchObject({ status: 'sent' })
    await app.clock.move({ days: 20 })
    expect(await compareWithProvider(app)).toEqual([])
    const { provider_id: first } = await rowOf(app, kind)
    expect(await recordOther(app, kind, first ?? '')).toBe(true)
    expect(await recordOther(app, kind, again)).toBe(false)
    expect(await recordOther(app, kind, again)).toBe(false)
    const found = [`${kind}_without_row: ${again}`]
    expect(await compareWithProvider(app)).toEqual(found)
    await app.clock.move({ days: 20 })
    expect(await compareWithProvider(app)).toEqual(found)
    await takeBack(app, kind, again)
    expect(await compareWithProvider(app)).toEqual([])
  },
)

test('what is reported while the comparison runs is not removed by it', async () => {
  await using app = await createTestApp()
  const paid = await createPaid(app)
  const [before, meanwhile] = [
    await makeAgain(app, 'transfer', paid.paymentId),
    await makeAgain(app, 'transfer', paid.paymentId),
  ]
  await approve(app, paid.id)
  await app.work()
  await app.clock.move({ days: 20 })
  await recordOther(app, 'transfer', before)
  const { readTransfer } = app.payments
  vi.spyOn(app.payments, 'readTransfer').mockImplementationOnce(async (id) => {
    await app.clock.move({ minutes: 1 })
    expect(await recordOther(app, 'transfer', meanwhile)).toBe(false)
    return readTransfer(id)
  })
  await app.clock.move({ minutes: 1 })
  await addJob(app.db, 'compare_with_provider', {})
  await app.work()
  const problems = await app.db.selectFrom('found_problems').select('subject').execute()
  expect(new Set(problems.map(({ subject }) => subject))).toEqual(new Set([before, meanwhile]))
})
