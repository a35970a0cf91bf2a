// Payments that bring less than was asked for, or more, and those that are made without a checkout.
import { expect, test } from 'vitest'
import { payAsCustomer } from '../pay-as-customer.ts'
import { balanceOf, cart, createSession, createTestSandbox } from '../test-support/test-sandbox.ts'

test.each([500, 1140])('a payment of 570 pence that brings %i counts as paid', async (pence) => {
  await using sandbox = await createTestSandbox()
  const { stripe } = sandbox
  const session = await createSession(sandbox, cart(570))
  await sandbox.control('received', { session: session.id, pence })
  await payAsCustomer(session.url, { card: '4242424242424242' })
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  })
  expect(paid).toMatchObject({
    amount_total: 570,
    payment_status: 'paid',
    status: 'complete',
    payment_intent: {
      amount: 570,
      amount_received: pence,
      status: 'succeeded',
      latest_charge: {
        amount: 570,
        amount_captured: pence,
        paid: true,
        balance_transaction: { amount: pence },
      },
    },
  })
  const { data } = await stripe.charges.list()
  const charge = data[0]?.id ?? ''
  await expect(stripe.refunds.create({ charge, amount: pence + 1 })).rejects.toThrow('greater')
  await stripe.refunds.create({ charge })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({
    amount_refunded: pence,
    refunded: true,
  })
})

test('what a checkout brings is chosen while it is open', async () => {
  await using sandbox = await createTestSandbox()
  const session = await createSession(sandbox, cart(570))
  await payAsCustomer(session.url, { card: '4242424242424242' })
  const received = sandbox.control('received', { session: session.id, pence: 1 })
  await expect(received).rejects.toThrow('is not open')
})

const payment = {
  amount: 570,
  currency: 'gbp',
  confirm: true,
  allowed_payment_method_types: ['card' as const],
  metadata: { order_id: '17' },
  transfer_group: 'order_17',
  expand: ['latest_charge'],
}

test('a payment is made at once with the name of a test card', async () => {
  await using sandbox = await createTestSandbox()
  const { stripe } = sandbox
  const paid = await stripe.paymentIntents.create({
    ...payment,
    payment_method: 'pm_card_bypassPending',
  })
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 570,
    latest_charge: { amount: 570, metadata: { order_id: '17' }, transfer_group: 'order_17' },
  })
  expect(await balanceOf(sandbox)).toEqual([541, 0])
})

test('the holder of such a card disputes the payment', async () => {
  await using sandbox = await createTestSandbox()
  const { stripe } = sandbox
  const { id } = await stripe.paymentIntents.create({
    ...payment,
    payment_method: 'pm_card_createDispute',
  })
  const { data } = await stripe.disputes.list({ payment_intent: id })
  expect(data).toMatchObject([{ amount: 570, status: 'needs_response' }])
})

test.each([
  ['an unknown card', { payment_method: 'pm_card_none' }, 'No such PaymentMethod'],
  ['no card', {}, 'payment_method'],
  ['a later confirmation', { payment_method: 'pm_card_visa', confirm: false }, 'does not serve'],
  [
    'separate capture',
    { payment_method: 'pm_card_visa', capture_method: 'manual' as const },
    'does not serve',
  ],
])('a payment with %s is refused', async (_what, params, reason) => {
  await using sandbox = await createTestSandbox()
  const made = sandbox.stripe.paymentIntents.create({ ...payment, ...params })
  await expect(made).rejects.toThrow(reason)
  expect((await sandbox.stripe.paymentIntents.list()).data).toEqual([])
})
