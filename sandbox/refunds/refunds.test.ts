import { expect, test } from 'vitest'
import {
  cart,
  createActiveAccount,
  createTestSandbox,
  payCart,
} from '../test-support/test-sandbox.ts'
import { idOf } from '../storage/ids.ts'

test('a payment is refunded in parts up to its amount, never more', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920))
  const payment_intent = idOf(charge.payment_intent)
  await sandbox.stripe.refunds.create({ payment_intent, amount: 350, reason: 'duplicate' })
  await expect(
    sandbox.stripe.refunds.create({ payment_intent, amount: 571 }),
  ).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
  })
  await sandbox.stripe.refunds.create({ charge: charge.id })
  await expect(sandbox.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  const refunded = await sandbox.stripe.charges.retrieve(charge.id, { expand: ['refunds'] })
  expect(refunded).toMatchObject({ amount_refunded: 920, refunded: true })
  expect(refunded.refunds?.data.map(({ amount }) => amount)).toEqual([570, 350])
  await expect.poll(() => sandbox.webhooks.types()).toContain('charge.refunded')
  expect(sandbox.webhooks.types()).toContain('refund.created')
})

test('a refund changes no transfer, and the provider does not return its fee', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '1000' })
  const destination = await createActiveAccount(sandbox)
  const charge = await payCart(sandbox, cart(920))
  const transfer = await sandbox.stripe.transfers.create({
    amount: 800,
    currency: 'gbp',
    destination,
    source_transaction: charge.id,
  })
  await sandbox.stripe.refunds.create({ charge: charge.id })
  await expect(sandbox.stripe.transfers.retrieve(transfer.id)).resolves.toMatchObject({
    amount_reversed: 0,
  })
  await expect(sandbox.stripe.balance.retrieve()).resolves.toMatchObject({
    pending: [{ amount: 920 - 34 - 800 - 920 }],
  })
})

const slowCard = '4000000000007726'

test.each([
  ['succeeded', 350, 920 - 34 - 350, 'refund.updated'],
  ['failed', 0, 920 - 34, 'refund.failed'],
  ['canceled', 0, 920 - 34, 'refund.updated'],
] as const)(
  'a pending refund ends as %s, and an event reports it',
  async (outcome, refunded, balance, type) => {
    await using sandbox = await createTestSandbox()
    const charge = await payCart(sandbox, cart(920), slowCard)
    const refund = await sandbox.stripe.refunds.create({ charge: charge.id, amount: 350 })
    expect(refund.status).toBe('pending')
    await sandbox.control('refund', { refund: refund.id, outcome })
    await expect(sandbox.stripe.refunds.retrieve(refund.id)).resolves.toMatchObject({
      status: outcome,
    })
    await expect(sandbox.stripe.charges.retrieve(charge.id)).resolves.toMatchObject({
      amount_refunded: refunded,
    })
    const { available, pending } = await sandbox.stripe.balance.retrieve()
    expect((available[0]?.amount ?? 0) + (pending[0]?.amount ?? 0)).toBe(balance)
    await expect.poll(() => sandbox.webhooks.types()).toContain(type)
  },
)

test('a refund that succeeded may still fail, once', async () => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '1000' })
  const charge = await payCart(sandbox, cart(920))
  const { id, status } = await sandbox.stripe.refunds.create({ charge: charge.id })
  expect(status).toBe('succeeded')
  await sandbox.control('refund', { refund: id, outcome: 'failed' })
  await expect(sandbox.control('refund', { refund: id, outcome: 'failed' })).rejects.toThrow(
    'No refund',
  )
  await expect(sandbox.stripe.refunds.create({ charge: charge.id })).resolves.toMatchObject({
    amount: 920,
  })
})

test('a declined payment has nothing to refund', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920), '4000000000000002')
  await expect(sandbox.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: 'charge_not_refundable',
  })
  const payment_intent = idOf(charge.payment_intent)
  await expect(sandbox.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    statusCode: 400,
    param: 'payment_intent',
  })
})
