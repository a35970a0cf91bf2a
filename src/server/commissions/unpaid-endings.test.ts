// The end of a commission that is not paid: its session is closed first, and what is paid all the same goes back.

import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import {
  createAccepted,
  loseOpenPayment,
  openPayment,
  receiveEvents,
  runJob,
} from '../../../tests/support/commissions/paying.ts'
import {
  readStored,
  storeCommission,
} from '../../../tests/support/commissions/stored-commission.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { ledgerOf, pay, provider } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const refundsOf = (app: TestApp) =>
  app.db.selectFrom('refunds').select(['amount_pence', 'cause', 'status']).execute()

test('ending an unpaid commission closes its session first, and nothing can be paid any more (API-43, PAY-07)', async () => {
  const app = await emptyApp()
  const { mia, tom, id } = await createAccepted(app)
  const { sessionId } = await openPayment(app, mia, id)
  const send = { commissionId: id }
  const ended = await app.call('POST /api/commission/terminate-before-payment', { as: mia, send })
  expect(ended.json()).toMatchObject({ status: 'cancelled', statusReason: 'withdrawn' })
  expect((await provider(app).checkout.sessions.retrieve(sessionId)).status).toBe('expired')

  const other = await storeCommission(app, { customer: mia, artist: tom, status: 'requested' })
  const otherSession = await openPayment(app, mia, other.id)
  const byArtist = await app.call('POST /api/commission/terminate-before-payment', {
    as: tom,
    send: { commissionId: other.id },
  })
  expect(byArtist.json()).toMatchObject({ statusReason: 'artist_withdrew' })
  const { status } = await provider(app).checkout.sessions.retrieve(otherSession.sessionId)
  expect(status).toBe('expired')
  expect(await moneyProblems(app)).toEqual([])
})

test('a commission that was paid meanwhile is not ended, and goes on (PAY-09)', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const { url } = await openPayment(app, mia, id)
  await pay(url)
  const send = { commissionId: id }
  const refused = await app.call('POST /api/commission/terminate-before-payment', { as: mia, send })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'commission_paid'])
  expect(await readStored(app, id)).toMatchObject({ status: 'in_progress' })
  expect(await moneyProblems(app)).toEqual([])
})

test('a commission whose payment cannot be read is not ended: its customer can try again', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const { url } = await openPayment(app, mia, id)
  await pay(url)
  vi.spyOn(app.payments, 'findCheckout').mockRejectedValueOnce(new PaymentUnknown('no answer'))
  const end = () =>
    app.call('POST /api/commission/terminate-before-payment', {
      as: mia,
      send: { commissionId: id },
    })
  const refused = await end()
  expect([refused.statusCode, refused.json().code]).toEqual([502, 'checkout_unavailable'])
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
  expect((await end()).json()).toMatchObject({ code: 'commission_paid' })
  expect(await moneyProblems(app)).toEqual([])
})

test('a commission whose customer opens another session meanwhile is not ended', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const first = await openPayment(app, mia, id)
  const { expireCheckout } = app.payments
  vi.spyOn(app.payments, 'expireCheckout').mockImplementationOnce(async (sessionId) => {
    const state = await expireCheckout(sessionId)
    await loseOpenPayment(app, id)
    await openPayment(app, mia, id)
    return state
  })
  const send = { commissionId: id }
  const refused = await app.call('POST /api/commission/terminate-before-payment', { as: mia, send })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'commission_moved'])
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
  const second = await openPayment(app, mia, id)
  expect(second.paymentId).not.toBe(first.paymentId)
})

test('a request does not expire while its customer opens another session: that one is closed first', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  await openPayment(app, mia, id)
  const { pay_by: payBy } = await readStored(app, id)
  const deadline = payBy ?? new Date(0)
  const { expireCheckout } = app.payments
  const opened: string[] = []
  vi.spyOn(app.payments, 'expireCheckout').mockImplementationOnce(async (sessionId) => {
    const state = await expireCheckout(sessionId)
    await loseOpenPayment(app, id)
    // The press began in time.
    await app.clock.set(new Date(deadline.getTime() - 1000))
    opened.push((await openPayment(app, mia, id)).sessionId)
    await app.clock.set(deadline)
    return state
  })
  await app.clock.set(deadline)
  await runJob(app, 'apply_commission_deadlines')
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
  await runJob(app, 'apply_commission_deadlines')
  expect(await readStored(app, id)).toMatchObject({ status: 'cancelled' })
  const [second = ''] = opened
  expect((await provider(app).checkout.sessions.retrieve(second)).status).toBe('expired')
})

test('money for a commission that has ended goes back at once, all of it', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const { url, sessionId } = await openPayment(app, mia, id)
  await loseOpenPayment(app, id)
  const send = { commissionId: id }
  await app.call('POST /api/commission/terminate-before-payment', { as: mia, send })
  await pay(url)
  await receiveEvents(app, sessionId)
  expect(await readStored(app, id)).toMatchObject({ status: 'cancelled', payment_id: null })
  expect(await refundsOf(app)).toEqual([
    { amount_pence: 4420, cause: 'commission_closed', status: 'sent' },
  ])
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: -86,
    stripe_fees: 86,
    refunds_in_transit: 0,
    customer_payable: 0,
  })
  const read = await app.call(`GET /api/commissions/${id}`, { as: mia })
  expect(read.json().money).toMatchObject({ refundPence: 4420, isRefunded: true })
  expect(await moneyProblems(app)).toEqual([])
})

test('of two sessions that are both paid, one pays the commission and the other goes back', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const first = await openPayment(app, mia, id)
  await loseOpenPayment(app, id)
  const second = await openPayment(app, mia, id)
  await pay(first.url)
  await pay(second.url)
  await receiveEvents(app, second.sessionId)
  await receiveEvents(app, first.sessionId)
  expect(await readStored(app, id)).toMatchObject({
    status: 'in_progress',
    payment_id: second.paymentId,
  })
  expect(await refundsOf(app)).toEqual([
    { amount_pence: 4420, cause: 'paid_twice', status: 'sent' },
  ])
  expect(await moneyProblems(app)).toEqual([])
})

test('a commission whose party is banned loses its session within a minute', async () => {
  const app = await emptyApp()
  const { mia, tom, id } = await createAccepted(app)
  const { sessionId } = await openPayment(app, mia, id)
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', tom.id).execute()
  await runJob(app, 'close_unavailable_checkouts')
  expect((await provider(app).checkout.sessions.retrieve(sessionId)).status).toBe('expired')
})
