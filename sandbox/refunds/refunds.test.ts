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
