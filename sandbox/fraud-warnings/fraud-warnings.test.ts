import { expect, test } from 'vitest'
import { idOf } from '../storage/ids.ts'
import {
  balanceOf,
  cart,
  createTestSandbox,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const warnedCard = '4000000000005423'

async function warningOf({ stripe }: TestSandbox, charge: string) {
  const [warning] = (await stripe.radar.earlyFraudWarnings.list({ charge })).data
  return warning
}

const warnings = ({ webhooks }: TestSandbox) =>
  webhooks.types().filter((type) => type.startsWith('radar.'))

test('the card 5423 is reported as fraud, which moves no money', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920), warnedCard)
  const warning = await warningOf(sandbox, charge.id)
  expect(warning).toMatchObject({
    actionable: true,
    payment_intent: idOf(charge.payment_intent),
    fraud_type: 'unauthorized_use_of_card',
  })
  expect(charge.disputed).toBe(false)
  expect(await balanceOf(sandbox)).toEqual([0, 886])
  await expect(
    sandbox.stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? ''),
  ).resolves.toMatchObject({ id: warning?.id })
  await expect.poll(() => warnings(sandbox)).toEqual(['radar.early_fraud_warning.created'])
})

test.each(['disputed', 'refunded'])('once the payment is %s, nothing can be done', async (how) => {
  await using sandbox = await createTestSandbox({ SANDBOX_TOPPED_UP_PENCE: '1000' })
  const charge = await payCart(sandbox, cart(920), warnedCard)
  await sandbox.stripe.refunds.create({ charge: charge.id, amount: 100 })
  expect((await warningOf(sandbox, charge.id))?.actionable).toBe(true)
  if (how === 'disputed') await sandbox.control('dispute', { charge: charge.id })
  else await sandbox.stripe.refunds.create({ charge: charge.id })
  expect((await warningOf(sandbox, charge.id))?.actionable).toBe(false)
  await expect
    .poll(() => warnings(sandbox))
    .toEqual(['radar.early_fraud_warning.created', 'radar.early_fraud_warning.updated'])
})

test('a bank may report any payment by the control API, also one that is disputed', async () => {
  await using sandbox = await createTestSandbox()
  const charge = await payCart(sandbox, cart(920))
  await sandbox.control('dispute', { charge: charge.id })
  await sandbox.control('fraud-warning', { charge: charge.id })
  expect((await warningOf(sandbox, charge.id))?.actionable).toBe(false)
  await expect(sandbox.control('fraud-warning', { charge: 'ch_unknown' })).rejects.toThrow('paid')
})
