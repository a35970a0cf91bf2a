// Disputes of card payments at customers' banks: what each step of them changes.

import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { createPaid } from '../../../../tests/support/commissions/paying.ts'
import { readStored } from '../../../../tests/support/commissions/stored-commission.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  reconcile,
  sellTrack,
} from '../../../../tests/support/money/bank-disputes.ts'
import { compareWithProvider } from '../../../../tests/support/money/compare-with-provider.ts'
import { expectSameBalance, readBalance } from '../../../../tests/support/money/provider-balance.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { ledgerOf } from '../../../../tests/support/shopping.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'
import { isPaymentDisputed } from '../disputed-payments.ts'

const theDispute = (app: TestApp) =>
  app.db.selectFrom('bank_disputes').selectAll().executeTakeFirstOrThrow()

const theTransfer = (app: TestApp) =>
  app.db.selectFrom('transfers').selectAll().executeTakeFirstOrThrow()

const orderStatus = async (app: TestApp, id: string) =>
  (await app.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst())
    ?.status

const owned = async (app: TestApp, { id }: TestUser) => {
  const rows = app.db.selectFrom('entitlements').select('track_id').where('user_id', '=', id)
  return (await rows.execute()).map(({ track_id: trackId }) => trackId)
}

const told = async (app: TestApp, as: TestUser) =>
  (await notificationsOf(app, as)).notifications.map(
    ({ sentence, addition }) => `${sentence} ${addition}`,
  )

test('a dispute stops transfers and refunds of its payment, and admins and the artist are told, with the deadline', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { artist, charge, paymentId } = await sellTrack(app, { isSent: false })
  expect(await isPaymentDisputed(app.db, paymentId)).toBe(false)
  await openDispute(app, charge)
  expect(await compareWithProvider(app)).toEqual([])
  const { answer_by: answerBy, ...row } = await theDispute(app)
  expect(row).toMatchObject({ status: 'open', reason: 'fraudulent', amount_pence: 570 })
  expect(answerBy?.getTime()).toBeGreaterThan(app.clock.now().getTime())
  await reconcile(app)
  expect(await theTransfer(app)).toMatchObject({
    status: 'blocked',
    last_problem: 'The customer disputes the payment at the bank.',
  })
  expect(await isPaymentDisputed(app.db, paymentId)).toBe(true)
  expect(await told(app, admin)).toEqual([
    expect.stringMatching(
      /^A payment of £5.70 is disputed at the bank. Please send evidence by \d/,
    ),
  ])
  expect(await told(app, artist)).toContainEqual(
    expect.stringMatching(/^The payment for “.*” is disputed at the customer’s bank. What was not/),
  )
  const { sales } = (await app.call('GET /api/artist/sales', { as: artist })).json()
  expect(sales).toMatchObject([
    { state: 'waiting', waitsFor: expect.stringMatching(/^The customer disputes the payment/) },
  ])
})

test('a dispute that is won lets everything go on: what waited is sent, once', async () => {
  await using app = await createTestApp()
  const { artist, charge, orderId, paymentId } = await sellTrack(app, { isSent: false })
  const dispute = await openDispute(app, charge)
  await checkCharge(app, charge)
  await reconcile(app)
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  await checkCharge(app, charge)
  expect(await theDispute(app)).toMatchObject({ status: 'won', lost_pence: null })
  expect(await theTransfer(app)).toMatchObject({ status: 'sent' })
  expect(await orderStatus(app, orderId)).toBe('paid')
  expect(await isPaymentDisputed(app.db, paymentId)).toBe(false)
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ disputed: 0, dispute_fees: 2000, [artist.id]: 0 })
  expect(await told(app, artist)).toContainEqual(expect.stringMatching(/was won. Transfers that/))
  await expectSameBalance(app)
})

test('a dispute that is lost is a loss of the platform, with its fee, and the artist keeps the share', async () => {
  await using app = await createTestApp()
  const { artist, mia, track, charge, orderId, paymentId } = await sellTrack(app, { isSent: false })
  const dispute = await openDispute(app, charge)
  await checkCharge(app, charge)
  expect(await owned(app, mia)).toEqual([track.id])
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  await checkCharge(app, charge)
  expect(await theDispute(app)).toMatchObject({ status: 'lost', lost_pence: 570 })
  expect(await orderStatus(app, orderId)).toBe('disputed')
  expect(await owned(app, mia)).toEqual([])
  expect(await isPaymentDisputed(app.db, paymentId)).toBe(true)
  await reconcile(app)
  expect(await theTransfer(app)).toMatchObject({ status: 'sent' })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({
    disputed: 0,
    losses: 570,
    dispute_fees: 2000,
    [artist.id]: 0,
  })
  expect(await told(app, artist)).toContainEqual(expect.stringMatching(/You keep your share.$/))
  expect(await compareWithProvider(app)).toEqual([])
  await expectSameBalance(app)
})

test('a bank that changes its mind gives back what was lost', async () => {
  await using app = await createTestApp()
  const { mia, track, charge, orderId } = await sellTrack(app)
  const dispute = await openDispute(app, charge)
  for (const outcome of ['lost', 'won'] as const) {
    await decideDispute(app, dispute, outcome)
    await checkCharge(app, charge)
  }
  expect(await theDispute(app)).toMatchObject({ status: 'won' })
  expect(await orderStatus(app, orderId)).toBe('paid')
  expect(await owned(app, mia)).toEqual([track.id])
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ disputed: 0, losses: 0, dispute_fees: 2000 })
  await expectSameBalance(app)
})

test('an inquiry takes nothing and stops nothing until it becomes a dispute', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { charge, paymentId } = await sellTrack(app)
  const dispute = await openDispute(app, charge, { inquiry: true })
  await checkCharge(app, charge)
  expect(await theDispute(app)).toMatchObject({ status: 'inquiry' })
  expect(await isPaymentDisputed(app.db, paymentId)).toBe(false)
  await decideDispute(app, dispute, 'escalated')
  await checkCharge(app, charge)
  expect(await theDispute(app)).toMatchObject({ status: 'open' })
  expect(await isPaymentDisputed(app.db, paymentId)).toBe(true)
  expect(await told(app, admin)).toEqual([
    expect.stringMatching(/^A payment of £5.70 is disputed/),
    expect.stringMatching(/^A bank asks about a payment of £5.70. Please send evidence by/),
  ])
})

test('an inquiry that is closed is over', async () => {
  await using app = await createTestApp()
  const { charge } = await sellTrack(app)
  const dispute = await openDispute(app, charge, { inquiry: true })
  await decideDispute(app, dispute, 'warning_closed')
  await checkCharge(app, charge)
  expect(await theDispute(app)).toMatchObject({ status: 'closed', decided_at: expect.any(Date) })
  await readBalance(app)
  await expectSameBalance(app)
})

test('a commission is frozen while the bank decides, and goes on when the dispute is won', async () => {
  await using app = await createTestApp()
  const { id, paymentId } = await createPaid(app)
  const charge = await chargeOf(app, paymentId)
  const dispute = await openDispute(app, charge)
  await checkCharge(app, charge)
  expect(await readStored(app, id)).toMatchObject({ frozen_by: 'bank_dispute' })
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  expect(await readStored(app, id)).toMatchObject({ status: 'in_progress', frozen_by: null })
  await readBalance(app)
  await expectSameBalance(app)
})

test('a commission whose dispute was lost stays frozen until an admin cancels it: the dispute has paid its refund', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { id, paymentId } = await createPaid(app)
  const charge = await chargeOf(app, paymentId)
  const dispute = await openDispute(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  expect(await readStored(app, id)).toMatchObject({ frozen_by: 'bank_dispute' })
  expect(await theDispute(app)).toMatchObject({ status: 'lost', lost_pence: null })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ disputed: 4420, commission_held: -4420 })
  const send = { outcome: 'refund', reason: 'The bank has given the money back.' }
  await app.call(`POST /api/proxy/admin/commissions/${id}/decide`, { as: admin, send })
  await app.work()
  expect(await readStored(app, id)).toMatchObject({ status: 'cancelled' })
  const refund = app.db.selectFrom('refunds').select(['status', 'settled_reference'])
  expect(await refund.execute()).toEqual([{ status: 'settled', settled_reference: dispute }])
  expect(await compareWithProvider(app)).toEqual([])
  expect(await theDispute(app)).toMatchObject({ lost_pence: 0 })
  expect(await ledgerOf(app)).toMatchObject({ disputed: 0, commission_held: 0 })
  await expectSameBalance(app)
})

async function chargeOf(app: TestApp, paymentId: string): Promise<string> {
  const payment = app.db.selectFrom('payments').select('charge_id').where('id', '=', paymentId)
  return (await payment.executeTakeFirstOrThrow()).charge_id ?? ''
}

test('a refund that waited for the dispute is paid by it if it is lost, and made if it is won', async () => {
  for (const outcome of ['lost', 'won'] as const) {
    await using app = await createTestApp()
    const admin = await createAdmin(app)
    const { charge, saleId } = await sellTrack(app)
    const send = { amount: '5.70', leftPence: 570, reason: 'It has a click.' }
    const given = await app.call(`POST /api/proxy/admin/sales/${saleId}/refund`, {
      as: admin,
      send,
    })
    expect(given.statusCode).toBe(200)
    // The customer goes to the bank before the job runs.
    const dispute = await openDispute(app, charge)
    await app.work()
    await decideDispute(app, dispute, outcome)
    await checkCharge(app, charge)
    await app.work()
    const refund = app.db.selectFrom('refunds').select(['status', 'settled_reference'])
    expect(await refund.execute()).toEqual([
      outcome === 'lost'
        ? { status: 'settled', settled_reference: dispute }
        : { status: 'sent', settled_reference: null },
    ])
    await readBalance(app)
    const { losses = 0, customer_payable: owed = 0, disputed = 0 } = await ledgerOf(app)
    expect([losses, owed, disputed]).toEqual([0, 0, 0])
    await expectSameBalance(app)
  }
})

test('a refund that a lost dispute had paid is owed again, once, and made if the bank changes its mind', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { mia, charge, saleId, orderId } = await sellTrack(app)
  const send = { amount: '5.70', leftPence: 570, reason: 'It has a click.' }
  await app.call(`POST /api/proxy/admin/sales/${saleId}/refund`, { as: admin, send })
  const dispute = await openDispute(app, charge)
  await app.work()
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  const refund = () =>
    app.db.selectFrom('refunds').select(['status', 'settled_reference', 'settled_at']).execute()
  expect(await refund()).toMatchObject([{ status: 'settled', settled_reference: dispute }])
  await decideDispute(app, dispute, 'won')
  for (let count = 0; count < 10; count++)
    await addJob(app.db, 'check_charge', { chargeId: charge })
  await Promise.all([app.work(), app.work()])
  await app.work()
  expect(await refund()).toEqual([{ status: 'sent', settled_reference: null, settled_at: null }])
  expect(await orderStatus(app, orderId)).toBe('refunded')
  expect(await owned(app, mia)).toEqual([])
  await readBalance(app)
  const { losses = 0, customer_payable: owed = 0, disputed = 0 } = await ledgerOf(app)
  expect([losses, owed, disputed]).toEqual([0, 0, 0])
  expect(await app.db.selectFrom('reversals').select('amount_pence').execute()).toHaveLength(1)
  await expectSameBalance(app)
})

test('a refund that is owed again is paid by a second dispute, if that is lost', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { charge, saleId } = await sellTrack(app)
  const send = { amount: '5.70', leftPence: 570, reason: 'It has a click.' }
  await app.call(`POST /api/proxy/admin/sales/${saleId}/refund`, { as: admin, send })
  const first = await openDispute(app, charge)
  await app.work()
  await decideDispute(app, first, 'lost')
  await checkCharge(app, charge)
  await decideDispute(app, first, 'won')
  // The customer goes to the bank again before the refund is sent.
  const second = await openDispute(app, charge)
  await checkCharge(app, charge)
  const refund = () =>
    app.db.selectFrom('refunds').select(['status', 'settled_reference']).execute()
  expect(await refund()).toEqual([{ status: 'disputed', settled_reference: null }])
  await decideDispute(app, second, 'lost')
  await checkCharge(app, charge)
  expect(await refund()).toEqual([{ status: 'settled', settled_reference: second }])
  await readBalance(app)
  const { losses = 0, customer_payable: owed = 0, disputed = 0 } = await ledgerOf(app)
  expect([losses, owed, disputed]).toEqual([0, 0, 0])
  await expectSameBalance(app)
})
