import { expect, test } from 'vitest'
import { cart, openReadyAccount, openScene, patient, payCart } from '../sandbox-scene.ts'
import { idOf } from '../storage/ids.ts'

test('a payment is refunded in parts up to its amount, and not a penny more', async () => {
  await using scene = await openScene()
  const charge = await payCart(scene, cart(920))
  const payment_intent = idOf(charge.payment_intent)
  await scene.stripe.refunds.create({ payment_intent, amount: 350, reason: 'duplicate' })
  await expect(scene.stripe.refunds.create({ payment_intent, amount: 571 })).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
  })
  await scene.stripe.refunds.create({ charge: charge.id })
  await expect(scene.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  const refunded = await scene.stripe.charges.retrieve(charge.id, { expand: ['refunds'] })
  expect(refunded).toMatchObject({ amount_refunded: 920, refunded: true })
  expect(refunded.refunds?.data.map(({ amount }) => amount)).toEqual([570, 350])
  await expect.poll(() => scene.webhooks.types(), patient).toContain('charge.refunded')
  expect(scene.webhooks.types()).toContain('refund.created')
})

test('a refund leaves transfers as they are, and the provider keeps its fee', async () => {
  await using scene = await openScene()
  const destination = await openReadyAccount(scene)
  const charge = await payCart(scene, cart(920))
  const transfer = await scene.stripe.transfers.create({
    amount: 800,
    currency: 'gbp',
    destination,
    source_transaction: charge.id,
  })
  await scene.stripe.refunds.create({ charge: charge.id })
  await expect(scene.stripe.transfers.retrieve(transfer.id)).resolves.toMatchObject({
    amount_reversed: 0,
  })
  await expect(scene.stripe.balance.retrieve()).resolves.toMatchObject({
    pending: [{ amount: 920 - 34 - 800 - 920 }],
  })
})

const slowCard = '4000000000007726'

test.each([
  ['succeeded', 350, 920 - 34 - 350, 'refund.updated'],
  ['failed', 0, 920 - 34, 'refund.failed'],
  ['canceled', 0, 920 - 34, 'refund.updated'],
] as const)(
  'a pending refund ends %s, and events tell so',
  async (outcome, refunded, balance, type) => {
    await using scene = await openScene()
    const charge = await payCart(scene, cart(920), slowCard)
    const refund = await scene.stripe.refunds.create({ charge: charge.id, amount: 350 })
    expect(refund.status).toBe('pending')
    await scene.control('refund', { refund: refund.id, outcome })
    await expect(scene.stripe.refunds.retrieve(refund.id)).resolves.toMatchObject({
      status: outcome,
    })
    await expect(scene.stripe.charges.retrieve(charge.id)).resolves.toMatchObject({
      amount_refunded: refunded,
    })
    const { available, pending } = await scene.stripe.balance.retrieve()
    expect((available[0]?.amount ?? 0) + (pending[0]?.amount ?? 0)).toBe(balance)
    await expect.poll(() => scene.webhooks.types(), patient).toContain(type)
  },
)

test('a refund that arrived may be returned all the same, once', async () => {
  await using scene = await openScene()
  const charge = await payCart(scene, cart(920))
  const { id, status } = await scene.stripe.refunds.create({ charge: charge.id })
  expect(status).toBe('succeeded')
  await scene.control('refund', { refund: id, outcome: 'failed' })
  await expect(scene.control('refund', { refund: id, outcome: 'failed' })).rejects.toThrow(
    'No refund',
  )
  await expect(scene.stripe.refunds.create({ charge: charge.id })).resolves.toMatchObject({
    amount: 920,
  })
})

test('a declined payment has nothing to refund', async () => {
  await using scene = await openScene()
  const charge = await payCart(scene, cart(920), '4000000000000002')
  await expect(scene.stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({
    code: 'charge_not_refundable',
  })
  const payment_intent = idOf(charge.payment_intent)
  await expect(scene.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    statusCode: 400,
    param: 'payment_intent',
  })
})
