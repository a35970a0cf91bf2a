// Reversals that somebody makes at the provider: each is what a row of ours owes, or gets a row of its own.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { ReversalList } from '#contracts/reversals.ts'
import { PaymentRefused } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { expectSameBalance, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { createTransferred, giveBack, transferOf } from '../../../tests/support/money/reversing.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { deliver, ledgerOf, provider } from '../../../tests/support/shopping.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

/** £5.00 that was transferred. */
async function openTransferred(app: TestApp) {
  const { artist, transferId } = await createTransferred(app)
  const { provider_id: sent } = await transferOf(app, transferId)
  return { artist, transferId, sent: sent ?? '' }
}

const reverse = (app: TestApp, sent: string, amount: number) =>
  provider(app).transfers.createReversal(sent, { amount })

async function checkTransfer(app: TestApp, sent: string): Promise<void> {
  await addJob(app.db, 'check_transfer', { sentTransferId: sent })
  await app.work()
}

const rowsOf = (app: TestApp) =>
  app.db
    .selectFrom('reversals')
    .select(['cause_kind', 'amount_pence', 'status', 'provider_id'])
    .orderBy('created_at')
    .orderBy('amount_pence')
    .execute()

async function expectRight(app: TestApp): Promise<void> {
  await readBalance(app)
  await expectSameBalance(app)
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual([])
}

test('a reversal made at the provider gets a row of its own, and the artist is told and reads it', async () => {
  const app = await emptyApp()
  const { artist, transferId, sent } = await openTransferred(app)
  const made = await reverse(app, sent, 200)
  await checkTransfer(app, sent)
  await checkTransfer(app, sent)
  const row = { cause_kind: 'provider', amount_pence: 200, status: 'sent', provider_id: made.id }
  expect(await rowsOf(app)).toEqual([row])
  expect(await transferOf(app, transferId)).toMatchObject({ reversed_pence: 200 })
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, losses: -200 })
  const told = (await notificationsOf(app, artist)).notifications.map(({ sentence }) => sentence)
  expect(told).toContain('£2.00 was taken back from your payment account.')
  const list = await app.call('GET /api/artist/reversals', { as: artist })
  expect(list.json<ReversalList>()).toMatchObject({
    owedPence: 0,
    reversals: [{ cause: 'provider', pence: 200, status: 'sent', leftPence: 0 }],
  })
  await expectRight(app)
})

test('the hourly comparison alone reaches the same row', async () => {
  const app = await emptyApp()
  const { sent } = await openTransferred(app)
  const made = await reverse(app, sent, 200)
  await app.clock.move({ hours: 3 })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ unexplained: -200 })
  expect(await compareWithProvider(app)).toEqual([])
  expect(await rowsOf(app)).toMatchObject([{ cause_kind: 'provider', provider_id: made.id }])
  expect(await ledgerOf(app)).toMatchObject({ unexplained: 0, losses: -200 })
  await expectRight(app)
})

test('the event of a reversal, fifty times at once, records it once', async () => {
  const app = await emptyApp()
  const { sent } = await openTransferred(app)
  await reverse(app, sent, 200)
  const { data } = await provider(app).events.list({ limit: 100 })
  const event = data.find(({ type }) => type === 'transfer.reversed')
  if (!event) throw new Error('The provider has told of no reversal.')
  const again = Array.from({ length: 50 }, (_, at) => ({ ...event, id: `${event.id}_${at}` }))
  await Promise.all(again.map((one) => deliver(app, one)))
  await Promise.all([app.work(), app.work(), app.work()])
  expect(await rowsOf(app)).toHaveLength(1)
  await expectRight(app)
})

test('a row that owes the same amount takes it over: also a debt', async () => {
  const app = await emptyApp()
  for (const isDebt of [false, true]) {
    const { transferId, sent } = await openTransferred(app)
    const closed = new PaymentRefused('account_invalid', 'Closed.')
    vi.spyOn(app.payments, 'sendReversal').mockRejectedValueOnce(closed)
    await giveBack(app, { transferId, pence: 300 })
    if (isDebt) await app.work()
    else await removeJobs(app.db, 'send_reversal')
    const made = await reverse(app, sent, 300)
    await checkTransfer(app, sent)
    const row = app.db.selectFrom('reversals').selectAll().where('transfer_id', '=', transferId)
    expect(await row.execute()).toMatchObject([
      { cause_kind: 'refund', status: 'sent', provider_id: made.id },
    ])
    expect((await ledgerOf(app))['artist_receivable']).toBe(0)
  }
  await expectRight(app)
})

test('what was reversed by hand before counts for what the artist is to give back later: nothing is taken twice', async () => {
  const app = await emptyApp()
  const { transferId, sent } = await openTransferred(app)
  await reverse(app, sent, 300)
  await checkTransfer(app, sent)
  const cause = { kind: 'refund', id: randomUUID() } as const
  expect(await giveBack(app, { transferId, pence: 500, cause })).toBe(500)
  expect(await giveBack(app, { transferId, pence: 500, cause })).toBe(0)
  await app.work()
  expect((await rowsOf(app)).map((row) => [row.cause_kind, row.amount_pence, row.status])).toEqual([
    ['provider', 300, 'sent'],
    ['refund', 200, 'sent'],
  ])
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, losses: -500 })
  await expectRight(app)
})

test('one that is a part of what a row owes leaves the rest to it', async () => {
  const app = await emptyApp()
  const { transferId, sent } = await openTransferred(app)
  await giveBack(app, { transferId, pence: 500 })
  await removeJobs(app.db, 'send_reversal')
  await reverse(app, sent, 200)
  await checkTransfer(app, sent)
  expect((await rowsOf(app)).map((row) => [row.cause_kind, row.amount_pence, row.status])).toEqual([
    ['refund', 300, 'waiting'],
    ['provider', 200, 'sent'],
  ])
  const { id } = await app.db
    .selectFrom('reversals')
    .select('id')
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  await addJob(app.db, 'send_reversal', { reversalId: id })
  await app.work()
  expect(await transferOf(app, transferId)).toMatchObject({ reversed_pence: 500 })
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, losses: -500 })
  await expectRight(app)
})

test('several that are parts of the same debt each leave the rest to it', async () => {
  const app = await emptyApp()
  const { transferId, sent } = await openTransferred(app)
  await giveBack(app, { transferId, pence: 500 })
  await removeJobs(app.db, 'send_reversal')
  for (const part of [100, 100, 300]) {
    await reverse(app, sent, part)
    await checkTransfer(app, sent)
  }
  expect((await rowsOf(app)).map((row) => [row.amount_pence, row.status])).toEqual([
    [300, 'sent'],
    [100, 'sent'],
    [100, 'sent'],
  ])
  expect(await transferOf(app, transferId)).toMatchObject({ reversed_pence: 500 })
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, losses: -500 })
  await expectRight(app)
})

test('one that fails in the hourly comparison does not stop that of the others, and what was found of it stays', async () => {
  const app = await emptyApp()
  const [first, second] = [await openTransferred(app), await openTransferred(app)]
  await giveBack(app, { transferId: first.transferId, pence: 300 })
  await removeJobs(app.db, 'send_reversal')
  const more = await reverse(app, first.sent, 400)
  await app.clock.move({ minutes: 11 })
  const found = [`reversal_without_row: ${more.id}`]
  expect(await compareWithProvider(app)).toEqual(found)
  const made = await reverse(app, second.sent, 200)
  await app.clock.move({ minutes: 11 })
  const { listMade } = app.payments
  vi.spyOn(app.payments, 'listMade').mockImplementationOnce(async (since) => {
    const listed = await listMade(since)
    // The one that fails comes first.
    return {
      ...listed,
      reversals: listed.reversals.toSorted((a) => (a.providerId === more.id ? -1 : 1)),
    }
  })
  void app.failpoints.arm('before reversal.adopt', 'throw')
  expect(await compareWithProvider(app)).toEqual(found)
  expect(await rowsOf(app)).toContainEqual(expect.objectContaining({ provider_id: made.id }))
  const { rows: failed } = await sql`
    select from graphile_worker.jobs where last_error like ${`%Not compared: ${more.id}`}
  `.execute(app.db)
  expect(failed).toHaveLength(1)
})

test('one that is more than what is left beside our own is for a person', async () => {
  const app = await emptyApp()
  const { transferId, sent } = await openTransferred(app)
  await giveBack(app, { transferId, pence: 300 })
  await removeJobs(app.db, 'send_reversal')
  const made = await reverse(app, sent, 400)
  await checkTransfer(app, sent)
  expect(await rowsOf(app)).toMatchObject([{ cause_kind: 'refund', status: 'waiting' }])
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual([`reversal_without_row: ${made.id}`])
})

test('one of our own that is being sent waits for its answer', async () => {
  const app = await emptyApp()
  const { transferId, sent } = await openTransferred(app)
  await giveBack(app, { transferId, pence: 300 })
  await removeJobs(app.db, 'send_reversal')
  await app.db.updateTable('reversals').set({ key_used_at: app.clock.now() }).execute()
  await reverse(app, sent, 300)
  await checkTransfer(app, sent)
  expect(await rowsOf(app)).toMatchObject([{ status: 'waiting', provider_id: null }])
})

test.each([
  'before reversal.list',
  'after reversal.list',
  'before reversal.adopt',
  'after reversal.adopt',
] as const)('after an error %s the next look reaches the same', async (failpoint) => {
  const app = await emptyApp()
  const { sent } = await openTransferred(app)
  await reverse(app, sent, 200)
  void app.failpoints.arm(failpoint, 'throw')
  await checkTransfer(app, sent)
  await checkTransfer(app, sent)
  expect(await rowsOf(app)).toMatchObject([{ cause_kind: 'provider', status: 'sent' }])
  await expectRight(app)
})
