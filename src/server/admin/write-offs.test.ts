// An admin writes off a transfer that can never be sent: nothing sends it any more, and it is kept for its artist.

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { OwedMoney } from '#contracts/admin/owed-money.ts'
import type { PlatformMoney } from '#contracts/admin/platform-balance.ts'
import type { UserRecord } from '#contracts/admin/users.ts'
import type { SaleList } from '#contracts/sales.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { readStored } from '../../../tests/support/commissions/stored-commission.ts'
import { giveBack, previewOf } from '../../../tests/support/money/giving-back.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { createIndebted, sell } from '../../../tests/support/money/reversing.ts'
import { createOwed, rowOf, settle } from '../../../tests/support/money/settling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createArtistWithPayouts, ledgerOf, paidCart } from '../../../tests/support/shopping.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const reason = 'Your payment account is closed. Write to us with the details of your bank.'

type Owed = { admin: TestUser; owedId: string }

const writeOff = (app: TestApp, { admin, owedId }: Owed, send: object = { reason }) =>
  app.call(`POST /api/proxy/admin/transfers/${owedId}/write-off`, { as: admin, send })

const read = async <Body>(app: TestApp, as: TestUser, path: string): Promise<Body> =>
  (await app.call(`GET /api/${path}`, { as })).json<Body>()

/** As after two weeks of refusals. */
async function createFailed(app: TestApp) {
  const owed = await createOwed(app, 'transfer')
  const failed = { status: 'failed', attempts: 19, refusals: 19, key_number: 20 } as const
  await app.db.updateTable('transfers').set(failed).execute()
  owed.send.mockRestore()
  return owed
}

/** Of a track at £3.00: nothing is tried at the provider before. */
async function createBlocked(app: TestApp) {
  const admin = await createAdmin(app)
  const [mia, tom] = [await createUser(app), await createArtistWithPayouts(app)]
  const track = await createTrack(app.db, { artistId: tom.id, pricePence: 300 })
  const ready = (payouts_enabled: boolean) =>
    app.db
      .updateTable('payment_accounts')
      .set({ payouts_enabled })
      .where('user_id', '=', tom.id)
      .execute()
  await paidCart(app, mia, [track.id])
  await ready(false)
  await app.work()
  const { id, status } = await rowOf(app, 'transfer')
  expect(status).toBe('blocked')
  return { admin, mia, tom, owedId: id, ready }
}

test('a transfer that has failed is written off: kept for its artist, who is told why, booked, and never earned', async () => {
  const app = await emptyApp()
  const owed = await createFailed(app)
  const path = `proxy/admin/transfers/${owed.owedId}`
  const before = await read<PlatformMoney>(app, owed.admin, 'proxy/admin/balance')
  expect(await read<OwedMoney>(app, owed.admin, path)).toMatchObject({
    writeOffPostings: [
      { account: 'artist_payable', pence: 4000 },
      { account: 'unclaimed', pence: -4000 },
    ],
  })
  const response = await writeOff(app, owed)
  expect(response.json()).toEqual({ id: owed.owedId, status: 'written_off' })
  expect(await read<OwedMoney>(app, owed.admin, path)).toMatchObject({
    status: 'written_off',
    writeOffPostings: null,
    // What settling it books, once the artist has asked for it.
    postings: [
      { account: 'unclaimed', pence: 4000 },
      { account: 'paid_outside', pence: -4000 },
    ],
  })
  const ledger = await ledgerOf(app)
  expect([ledger['unclaimed'], ledger[owed.tom.id] ?? 0, ledger['losses'] ?? 0]).toEqual([
    -4000, 0, 0,
  ])
  // It is theirs as before, so that no payout takes it.
  const after = await read<PlatformMoney>(app, owed.admin, 'proxy/admin/balance')
  expect(after.balance).toEqual(before.balance)

  const record = await read<UserRecord>(app, owed.admin, `proxy/admin/users/${owed.tom.id}`)
  expect(record.owed).toMatchObject([{ id: owed.owedId, status: 'written_off', pence: 4000 }])
  expect([record.owedPence, record.history]).toMatchObject([
    4000,
    [{ action: 'write_off_transfer', reason }],
  ])
  const told = await app.db
    .selectFrom('notifications')
    .select('details')
    .where('user_id', '=', owed.tom.id)
    .where('kind', '=', 'reversal')
    .execute()
  expect(told).toMatchObject([{ details: { event: 'kept', pence: 4000, reason } }])

  // Nothing is sent any more, whatever is queued or woken.
  await app.clock.move({ days: 2 })
  await addJob(app.db, 'reconcile_payments', {})
  await addJob(app.db, 'send_transfer', { transferId: owed.owedId })
  await app.work()
  expect(await rowOf(app, 'transfer')).toMatchObject({ status: 'written_off', provider_id: null })
  expect(await moneyProblems(app)).toEqual([])
})

test.each([
  [200, [100], -100],
  [500, [], 0],
])(
  'an artist who owes %d p of another sale is told of what is kept beside that',
  async (debtPence, keptPence, unclaimed) => {
    const app = await emptyApp()
    const [admin, tom] = [await createAdmin(app), await createIndebted(app, debtPence)]
    const owedId = await sell(app, tom, 300)
    const unready = { payouts_enabled: false }
    const accounts = app.db.updateTable('payment_accounts').set(unready)
    await accounts.where('user_id', '=', tom.id).execute()
    await app.work()
    expect(codeOf(await writeOff(app, { admin, owedId }))).toBe('done')
    const kept = app.db
      .selectFrom('notifications')
      .select(sql<number>`(details ->> 'pence')::int`.as('pence'))
      .where('user_id', '=', tom.id)
      .where(sql<string>`details ->> 'event'`, '=', 'kept')
    expect((await kept.execute()).map(({ pence }) => pence)).toEqual(keptPence)
    expect((await ledgerOf(app))['unclaimed']).toBe(unclaimed)
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('the artist reads in the room and in the list of sales that it is kept for them, and the commission is complete', async () => {
  const app = await emptyApp()
  const owed = await createFailed(app)
  await writeOff(app, owed)
  expect(await readStored(app, owed.id)).toMatchObject({ status: 'completed' })
  const room = await read<Commission>(app, owed.tom, `commissions/${owed.id}`)
  expect(room.money).toMatchObject({ isTransferred: false, isTransferSettled: false })
  const { sales } = await read<SaleList>(app, owed.tom, 'artist/sales')
  expect(sales).toMatchObject([
    { state: 'transferred', transfer: { place: 'kept', providerId: null, pence: 4000 } },
  ])
})

test('what was written off is settled once its artist has asked for it, and owed no more', async () => {
  const app = await emptyApp()
  const owed = await createFailed(app)
  await writeOff(app, owed)
  expect(codeOf(await settle(app, 'transfer', owed))).toBe('done')
  const ledger = await ledgerOf(app)
  expect([ledger['unclaimed'] ?? 0, ledger['paid_outside'], ledger[owed.tom.id] ?? 0]).toEqual([
    0, -4000, 0,
  ])
  const record = await read<UserRecord>(app, owed.admin, `proxy/admin/users/${owed.tom.id}`)
  expect([record.owed, record.owedPence]).toEqual([[], 0])
  expect(codeOf(await settle(app, 'transfer', owed))).toBe('not_owed')
  expect(codeOf(await writeOff(app, owed))).toBe('not_owed')
  expect(await moneyProblems(app)).toEqual([])
})

test('a transfer to a closed account is written off, although the provider was never asked to send it', async () => {
  const app = await emptyApp()
  const { tom, ready, ...owed } = await createBlocked(app)
  expect(codeOf(await writeOff(app, owed))).toBe('done')
  // The account is opened again: what is written off stays so.
  await ready(true)
  await app.clock.move({ days: 2 })
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
  expect((await rowOf(app, 'transfer')).status).toBe('written_off')
  expect((await ledgerOf(app))['unclaimed']).toBe(-300)
  expect(await moneyProblems(app)).toEqual([])
  await ready(false)
  const send = { password: 'sing it to me' }
  expect(codeOf(await app.call('POST /api/account/deletion', { as: tom, send }))).toBe('done')
})

test('a refund of the sale takes what is kept, so that its artist owes nothing', async () => {
  const app = await emptyApp()
  const { tom, ...owed } = await createBlocked(app)
  await writeOff(app, owed)
  const sale = await app.db.selectFrom('sales').select('id').executeTakeFirstOrThrow()
  const { leftPence } = await previewOf(app, owed.admin, sale.id)
  const wanted = { amount: (leftPence / 100).toFixed(2), leftPence }
  expect(codeOf(await giveBack(app, owed.admin, sale.id, wanted))).toBe('done')
  await app.work()
  expect(await app.db.selectFrom('reversals').select('status').execute()).toEqual([
    { status: 'netted' },
  ])
  const ledger = await ledgerOf(app)
  expect([ledger['unclaimed'] ?? 0, ledger[tom.id] ?? 0]).toEqual([0, 0])
  // Nothing of it is left to be asked for.
  expect(codeOf(await settle(app, 'transfer', owed))).toBe('not_owed')
  expect(await moneyProblems(app)).toEqual([])
})

test.each([
  ['waits for another attempt', { status: 'waiting' }, 'still_sendable'],
  ['was sent', { status: 'sent', provider_id: 'tr_1' }, 'not_owed'],
] as const)('a transfer that %s cannot be written off', async (_case, changes, code) => {
  const app = await emptyApp()
  const { ready: _ready, ...owed } = await createBlocked(app)
  await app.db.updateTable('transfers').set(changes).execute()
  expect(codeOf(await writeOff(app, owed))).toBe(code)
  const path = `proxy/admin/transfers/${owed.owedId}`
  expect(await read<OwedMoney>(app, owed.admin, path)).toMatchObject({ writeOffPostings: null })
})

test('a transfer that an admin holds, or whose payment the bank decides about, cannot be written off', async () => {
  const app = await emptyApp()
  const { ready: _ready, tom, ...owed } = await createBlocked(app)
  await app.db.insertInto('transfer_holds').values({ artist_id: tom.id }).execute()
  expect(codeOf(await writeOff(app, owed))).toBe('still_sendable')
  await app.db.deleteFrom('transfer_holds').execute()
  const { payment_id: paymentId } = await rowOf(app, 'transfer')
  await app.db
    .insertInto('bank_disputes')
    .values({
      id: crypto.randomUUID(),
      payment_id: paymentId,
      provider_id: 'du_1',
      status: 'open',
      reason: 'fraudulent',
      amount_pence: 350,
      opened_at: app.clock.now(),
    })
    .execute()
  expect(codeOf(await writeOff(app, owed))).toBe('still_sendable')
  expect(await app.db.selectFrom('admin_actions').select('id').execute()).toEqual([])
  await app.db.deleteFrom('bank_disputes').execute()
  expect(codeOf(await writeOff(app, owed))).toBe('done')
})

test('a transfer is written off with a reason only, never by its artist, and not one that does not exist', async () => {
  const app = await emptyApp()
  const { ready: _ready, ...owed } = await createBlocked(app)
  expect(codeOf(await writeOff(app, owed, { reason: ' ' }))).toBe('invalid_input')
  const unknown = { ...owed, owedId: crypto.randomUUID() }
  expect(codeOf(await writeOff(app, unknown))).toBe('not_found')
  await app.db.updateTable('transfers').set({ artist_id: owed.admin.id }).execute()
  expect(codeOf(await writeOff(app, owed))).toBe('own_sale')
  expect((await rowOf(app, 'transfer')).status).toBe('blocked')
})

test('a transfer that the provider has made, though its answer was lost, is recorded instead', async () => {
  const app = await emptyApp()
  const owed = await createFailed(app)
  const { payments } = app
  const send = payments.sendTransfer.bind(payments)
  vi.spyOn(payments, 'sendTransfer').mockImplementationOnce(async (sent) => {
    await send(sent)
    throw new PaymentUnknown('no answer')
  })
  await app.db.updateTable('transfers').set({ status: 'waiting' }).execute()
  await app.letTimePass()
  await app.work()
  await app.db.updateTable('transfers').set({ status: 'failed' }).execute()
  await app.clock.move({ minutes: 11 })
  expect(codeOf(await writeOff(app, owed))).toBe('made_meanwhile')
  expect((await rowOf(app, 'transfer')).status).toBe('sent')
  expect(await moneyProblems(app)).toEqual([])
})

test('of ten forms that write off a transfer at once exactly one does, and it is booked once', async () => {
  const app = await emptyApp()
  const { ready: _ready, ...owed } = await createBlocked(app)
  const others = [owed.admin, await createAdmin(app)]
  const admins = Array.from({ length: 5 }, () => others).flat()
  const responses = await Promise.all(admins.map((admin) => writeOff(app, { ...owed, admin })))
  const codes = responses.map(codeOf)
  expect(codes.toSorted()).toEqual(['done', ...Array<string>(9).fill('not_owed')])
  expect((await ledgerOf(app))['unclaimed']).toBe(-300)
  expect(await moneyProblems(app)).toEqual([])
})
