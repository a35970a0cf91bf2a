// An admin settles what was paid in another way: refunds and transfers, once, and never what the provider has sent.

import { expect, test, vi } from 'vitest'
import type { OwedMoney } from '#contracts/admin/owed-money.ts'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { SaleList } from '#contracts/sales.ts'
import type { UserRecord } from '#contracts/admin/users.ts'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { readStored } from '../../../tests/support/commissions/stored-commission.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
} from '../../../tests/support/money/bank-disputes.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  createOwed,
  kinds,
  note,
  reference,
  rowOf,
  settle,
  tableOf,
  type Kind,
  type Owed,
} from '../../../tests/support/money/settling.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import {
  checkOut,
  createArtistWithPayouts,
  expireOpenOrders,
  ledgerOf,
  pay,
} from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'

const readOwed = async (app: TestApp, kind: Kind, { admin, owedId }: Owed) =>
  (
    await app.call(`GET /api/proxy/admin/${tableOf[kind]}/${owedId}`, { as: admin })
  ).json<OwedMoney>()

test.each(kinds)(
  'a %s that was paid in another way is settled: closed, booked, and written into the audit log',
  async (kind) => {
    await using app = await createTestApp()
    const owed = await createOwed(app, kind)
    const pence = kind === 'refund' ? 4420 : 4000
    const account = kind === 'refund' ? 'customer_payable' : 'artist_payable'
    const postings = [
      { account, pence },
      { account: 'paid_outside', pence: -pence },
    ]
    const record = (
      await app.call(`GET /api/proxy/admin/users/${owed.owner.id}`, { as: owed.admin })
    ).json<UserRecord>()
    expect(record.owed).toMatchObject([{ kind, id: owed.owedId, pence, status: 'waiting' }])
    expect(await readOwed(app, kind, owed)).toMatchObject({
      kind,
      pence,
      status: 'waiting',
      problem: 'Refused for good.',
      owner: { id: owed.owner.id },
      commission: { id: owed.id },
      settled: null,
      postings,
    })
    const response = await settle(app, kind, owed)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { id: owed.owedId, status: 'settled' },
    ])
    expect(await readOwed(app, kind, owed)).toMatchObject({
      status: 'settled',
      settled: { reference },
      postings: [],
    })
    const ledger = await ledgerOf(app)
    expect([ledger['paid_outside'], ledger['customer_payable'] ?? 0]).toEqual([-pence, 0])
    expect(ledger[owed.tom.id] ?? 0).toBe(0)
    const after = (
      await app.call(`GET /api/proxy/admin/users/${owed.owner.id}`, { as: owed.admin })
    ).json<UserRecord>()
    expect([after.owed, after.owedPence]).toEqual([[], 0])
    expect(after.history).toMatchObject([
      { action: `settle_${kind}`, subject: { id: owed.owner.id }, note },
    ])
    // Nothing is sent any more, whatever is queued or woken.
    owed.send.mockRestore()
    await app.clock.move({ days: 2 })
    await addJob(app.db, 'reconcile_payments', {})
    if (kind === 'refund') await addJob(app.db, 'send_refund', { refundId: owed.owedId })
    else await addJob(app.db, 'send_transfer', { transferId: owed.owedId })
    await app.work()
    expect(await rowOf(app, kind)).toMatchObject({ status: 'settled', provider_id: null })
    expect(await compareWithProvider(app)).toEqual([])
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('the customer reads that a settled refund was paid in another way, and can delete the account', async () => {
  await using app = await createTestApp()
  const owed = await createOwed(app, 'refund')
  const send = { password: 'sing it to me' }
  const leave = async () =>
    codeOf(await app.call('POST /api/account/deletion', { as: owed.mia, send }))
  expect(await leave()).toBe('account_in_use')
  await settle(app, 'refund', owed)
  const room = (
    await app.call(`GET /api/commissions/${owed.id}`, { as: owed.mia })
  ).json<Commission>()
  expect([room.refund, room.money.isRefunded, room.money.refunds]).toEqual([
    'none',
    true,
    [{ pence: 4420, state: 'settled' }],
  ])
  expect(await leave()).toBe('done')
})

test('the artist reads that a settled transfer was paid in another way, and the commission is complete', async () => {
  await using app = await createTestApp()
  const owed = await createOwed(app, 'transfer')
  expect(await readStored(app, owed.id)).toMatchObject({ status: 'cron_pending' })
  await settle(app, 'transfer', owed)
  expect(await readStored(app, owed.id)).toMatchObject({ status: 'completed' })
  const room = (
    await app.call(`GET /api/commissions/${owed.id}`, { as: owed.tom })
  ).json<Commission>()
  expect([room.money.isTransferred, room.money.isTransferSettled]).toEqual([true, true])
  const { sales } = (await app.call('GET /api/artist/sales', { as: owed.tom })).json<SaleList>()
  expect(sales).toMatchObject([
    { state: 'transferred', transfer: { providerId: null, reference, pence: 4000 } },
  ])
  const file = await app.call('GET /api/artist/sales.csv', { as: owed.tom })
  expect(file.body).toContain(reference)
})

test.each(kinds)('a %s is settled with a reference and a reason only', async (kind) => {
  await using app = await createTestApp()
  const owed = await createOwed(app, kind)
  for (const words of [
    { reference: ' ', note },
    { reference, note: ' ' },
    { reference: 'x'.repeat(101), note },
  ])
    expect(codeOf(await settle(app, kind, owed, words))).toBe('invalid_input')
  expect(await rowOf(app, kind)).toMatchObject({ status: 'waiting' })
})

test.each(kinds)('a %s that was sent or settled cannot be settled', async (kind) => {
  await using app = await createTestApp()
  const owed = await createOwed(app, kind)
  expect((await settle(app, kind, owed)).statusCode).toBe(200)
  expect(codeOf(await settle(app, kind, owed))).toBe('not_owed')
  expect(codeOf(await settle(app, kind, { ...owed, owedId: crypto.randomUUID() }))).toBe(
    'not_found',
  )
  expect(await app.db.selectFrom('admin_actions').select('id').execute()).toHaveLength(1)
})

function loseNextAnswer({ payments }: TestApp, kind: Kind): void {
  const name = kind === 'refund' ? 'sendRefund' : 'sendTransfer'
  const send: (sent: never) => Promise<unknown> = payments[name]
  vi.spyOn(payments, name).mockImplementationOnce(async (sent: unknown) => {
    await send(sent as never)
    throw new PaymentUnknown('no answer')
  })
}

test.each(kinds)(
  'a %s that the provider has made, though its answer was lost, is recorded instead of settled',
  async (kind) => {
    await using app = await createTestApp()
    const owed = await createOwed(app, kind)
    owed.send.mockRestore()
    loseNextAnswer(app, kind)
    await app.letTimePass()
    await app.work()
    expect(await rowOf(app, kind)).toMatchObject({ status: 'waiting' })
    await app.clock.move({ minutes: 11 })
    expect(codeOf(await settle(app, kind, owed))).toBe('made_meanwhile')
    expect(await rowOf(app, kind)).toMatchObject({ status: 'sent' })
    expect(await app.db.selectFrom('admin_actions').select('id').execute()).toEqual([])
    expect(await moneyProblems(app)).toEqual([])
  },
)

test.each(kinds)('a %s is not settled while the provider does not answer', async (kind) => {
  await using app = await createTestApp()
  const owed = await createOwed(app, kind)
  const find = kind === 'refund' ? 'findRefund' : 'findTransfer'
  vi.spyOn(app.payments, find).mockRejectedValueOnce(new PaymentUnknown('no answer'))
  expect(codeOf(await settle(app, kind, owed))).toBe('provider_unavailable')
  expect(codeOf(await settle(app, kind, owed))).toBe('done')
})

test('a settled refund counts as refunded of its order', async () => {
  await using app = await createTestApp()
  vi.spyOn(app.payments, 'sendRefund').mockRejectedValue(
    new PaymentRefused('card_closed', 'Refused for good.'),
  )
  const [admin, mia] = [await createAdmin(app), await createUser(app)]
  const artist = await createArtistWithPayouts(app)
  const track = await createTrack(app.db, { artistId: artist.id })
  const first = await checkOut(app, mia, [track.id])
  await expireOpenOrders(app)
  const second = await checkOut(app, mia, [track.id])
  for (const { url, sessionId } of [first, second]) {
    await pay(url)
    await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  }
  const { id: owedId } = await rowOf(app, 'refund')
  expect(codeOf(await settle(app, 'refund', { admin, owedId }))).toBe('done')
  const order = app.db.selectFrom('orders').select('status').where('id', '=', second.orderId)
  expect(await order.executeTakeFirstOrThrow()).toEqual({ status: 'refunded' })
  await removeJobs(app.db, 'make_rendition')
  await app.work()
  expect(await moneyProblems(app)).toEqual([])
})

test('while a bank decides about the payment its refund is not settled in another way: a lost dispute would pay it again', async () => {
  await using app = await createTestApp()
  const owed = await createOwed(app, 'refund')
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .executeTakeFirstOrThrow()
  const dispute = await openDispute(app, charge ?? '')
  await checkCharge(app, charge ?? '')
  await app.letTimePass()
  expect(codeOf(await settle(app, 'refund', owed))).toBe('payment_disputed')
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge ?? '')
  expect(codeOf(await settle(app, 'refund', owed))).toBe('done')
})
