import { expect, test } from 'vitest'
import { cart, openReadyAccount, openScene, payCart, type Scene } from '../sandbox-scene.ts'
import { cardFeePence } from './amounts.ts'

test.each([
  [30, 20],
  [130, 22],
  [920, 34],
  [4420, 86],
])('the card fee of %ip is %ip', (amountPence, feePence) => {
  expect(cardFeePence(amountPence)).toBe(feePence)
})

async function balanceOf({ stripe }: Scene, stripeAccount?: string) {
  const balance = await stripe.balance.retrieve({}, stripeAccount ? { stripeAccount } : {})
  return [balance.available[0]?.amount, balance.pending[0]?.amount]
}

test('an international card costs more than a British one', async () => {
  await using scene = await openScene()
  const charge = await payCart(scene, cart(920), '4000002760000016')
  expect(charge.payment_method_details?.card?.country).toBe('DE')
  const { data } = await scene.stripe.balanceTransactions.list({ type: 'charge' })
  expect(data.map(({ amount, fee, net }) => [amount, fee, net])).toEqual([[920, 50, 870]])
})

test('a charge is pending for two days, then available; the card ending 0077 at once', async () => {
  await using scene = await openScene()
  await payCart(scene, cart(920))
  expect(await balanceOf(scene)).toEqual([0, 886])
  await payCart(scene, cart(920), '4000000000000077')
  expect(await balanceOf(scene)).toEqual([886, 886])
  await scene.control('clock', { seconds: 2 * 24 * 3600 })
  expect(await balanceOf(scene)).toEqual([1772, 0])
  const { data } = await scene.stripe.balanceTransactions.list({ type: 'charge' })
  expect(data.map(({ status }) => status)).toEqual(['available', 'available'])
})

test('the worked order: two artists, one line refunded and reversed', async () => {
  await using scene = await openScene()
  const [artistA, artistB] = [await openReadyAccount(scene), await openReadyAccount(scene)]
  const charge = await payCart(scene, cart(570, 350))
  const from = { currency: 'gbp', source_transaction: charge.id }
  await scene.stripe.transfers.create({ ...from, amount: 500, destination: artistA })
  const toB = await scene.stripe.transfers.create({ ...from, amount: 300, destination: artistB })
  expect(await balanceOf(scene)).toEqual([0, 86])
  await scene.stripe.refunds.create({ charge: charge.id, amount: 350 })
  await scene.stripe.transfers.createReversal(toB.id)
  expect(await balanceOf(scene)).toEqual([0, 36])
  expect(await balanceOf(scene, artistA)).toEqual([0, 500])
  expect(await balanceOf(scene, artistB)).toEqual([0, 0])
})
