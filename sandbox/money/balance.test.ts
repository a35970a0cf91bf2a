import { expect, test } from 'vitest'
import {
  balanceOf,
  cart,
  createActiveAccount,
  createTestSandbox,
  payCart,
} from '../test-support/test-sandbox.ts'
import { cardFeePence } from './amounts.ts'

test.each([
  [30, 20],
  [130, 22],
  [920, 34],
  [4420, 86],
])('the card fee of %ip is %ip', (amountPence, feePence) => {
  expect(cardFeePence(amountPence)).toBe(feePence)
})

test('an international card costs more than a British one', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920), '4000002760000016')
  expect(charge.payment_method_details?.card?.country).toBe('DE')
  const { data } = await sandbox.stripe.balanceTransactions.list({ type: 'charge' })
  expect(data.map(({ amount, fee, net }) => [amount, fee, net])).toEqual([[920, 50, 870]])
})

test('a charge is pending for two days, then available; the card ending 0077 at once', async () => {
  await using sandbox = await createTestSandbox()
  await payCart(sandbox, cart(920))
  expect(await balanceOf(sandbox)).toEqual([0, 886])
  await payCart(sandbox, cart(920), '4000000000000077')
  expect(await balanceOf(sandbox)).toEqual([886, 886])
  await sandbox.control('clock', { seconds: 2 * 24 * 3600 })
  expect(await balanceOf(sandbox)).toEqual([1772, 0])
  const { data } = await sandbox.stripe.balanceTransactions.list({ type: 'charge' })
  expect(data.map(({ status }) => status)).toEqual(['available', 'available'])
})

test('the worked order: two artists, one line refunded and reversed', async () => {
  await using sandbox = await createTestSandbox()
  const [artistA, artistB] = [
    await createActiveAccount(sandbox),
    await createActiveAccount(sandbox),
  ]
  const charge = await payCart(sandbox, cart(570, 350))
  const from = { currency: 'gbp', source_transaction: charge.id }
  await sandbox.stripe.transfers.create({ ...from, amount: 500, destination: artistA })
  const toB = await sandbox.stripe.transfers.create({ ...from, amount: 300, destination: artistB })
  expect(await balanceOf(sandbox)).toEqual([0, 86])
  await sandbox.stripe.refunds.create({ charge: charge.id, amount: 350 })
  await sandbox.stripe.transfers.createReversal(toB.id)
  expect(await balanceOf(sandbox)).toEqual([0, 36])
  expect(await balanceOf(sandbox, artistA)).toEqual([0, 500])
  expect(await balanceOf(sandbox, artistB)).toEqual([0, 0])
})
