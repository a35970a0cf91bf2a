import { expect, test } from 'vitest'
import { payAsCustomer } from '../pay-as-customer.ts'
import { idOf } from '../storage/ids.ts'
import {
  balanceOf,
  cart,
  createSession,
  createTestSandbox,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const confirmedLater = '4000000000001091'
const failsLater = '4000000000001109'
const threeDays = 3 * 24 * 3600

async function completeCheckout(sandbox: TestSandbox, card: string) {
  const session = await createSession(sandbox, cart(920))
  const { outcome, location } = await payAsCustomer(session.url, { card })
  expect([outcome, location]).toEqual(['paid', `http://site.test/done?cs=${session.id}`])
  return session
}

const read = async ({ stripe }: TestSandbox, id: string) => {
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  })
  const intent = session.payment_intent
  if (intent === null || typeof intent === 'string') throw new Error('A session without payment.')
  const charge = intent.latest_charge
  if (charge === null || typeof charge === 'string') throw new Error('A payment without charge.')
  const movement = charge.balance_transaction
  return {
    session: [session.status, session.payment_status],
    intent: intent.status,
    charge: [charge.status, charge.paid],
    net: movement === null || typeof movement === 'string' ? null : movement.net,
  }
}

const waiting = {
  session: ['complete', 'unpaid'],
  intent: 'processing',
  charge: ['pending', false],
  net: null,
}

test('a checkout whose money comes in later is complete and unpaid, and cannot be expired', async () => {
  await using sandbox = await createTestSandbox()
  const { id, url } = await completeCheckout(sandbox, confirmedLater)
  expect(await read(sandbox, id)).toEqual(waiting)
  expect(await balanceOf(sandbox)).toEqual([0, 0])
  await expect(sandbox.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({
    statusCode: 400,
  })
  expect(await (await fetch(url)).text()).toContain('Your bank has been asked for the money.')
  await sandbox.control('clock', { seconds: threeDays - 60 })
  expect(await read(sandbox, id)).toEqual(waiting)
  await expect
    .poll(() => sandbox.webhooks.types())
    .toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'checkout.session.completed',
    ])
})

const received = {
  session: ['complete', 'paid'],
  intent: 'succeeded',
  charge: ['succeeded', true],
  net: 886,
}
const notReceived = {
  session: ['complete', 'unpaid'],
  intent: 'requires_payment_method',
  charge: ['failed', false],
  net: null,
}

test.each([
  ['comes in after three days', confirmedLater, null, received, 'succeeded'],
  ['does not come in after three days', failsLater, null, notReceived, 'failed'],
  ['comes in when the control API says so', failsLater, 'succeeded', received, 'succeeded'],
  [
    'does not come in when the control API says so',
    confirmedLater,
    'failed',
    notReceived,
    'failed',
  ],
] as const)('the money %s, once', async (_what, card, outcome, state, type) => {
  await using sandbox = await createTestSandbox()
  const { id: session } = await completeCheckout(sandbox, card)
  if (outcome === null) await sandbox.control('clock', { seconds: threeDays })
  else await sandbox.control('payment', { session, outcome })
  expect(await read(sandbox, session)).toEqual(state)
  await expect(sandbox.control('payment', { session, outcome: 'succeeded' })).rejects.toThrow(
    'waits for no money',
  )
  await sandbox.control('clock', { seconds: threeDays })
  expect(await read(sandbox, session)).toEqual(state)
  expect(await balanceOf(sandbox)).toEqual([state.net ?? 0, 0])
  await expect
    .poll(() => sandbox.webhooks.types().filter((one) => one.includes('async')))
    .toEqual([`checkout.session.async_payment_${type}`])
})

test('money that was received is refunded, and money that was not is not', async () => {
  await using sandbox = await createTestSandbox()
  const { id } = await completeCheckout(sandbox, confirmedLater)
  const session = await sandbox.stripe.checkout.sessions.retrieve(id)
  const payment_intent = idOf(session.payment_intent)
  const refund = () => sandbox.stripe.refunds.create({ payment_intent, amount: 500 })
  await expect(refund()).rejects.toMatchObject({ statusCode: 400, param: 'payment_intent' })
  await sandbox.control('payment', { session: id, outcome: 'succeeded' })
  await expect(refund()).resolves.toMatchObject({ status: 'succeeded' })
})
