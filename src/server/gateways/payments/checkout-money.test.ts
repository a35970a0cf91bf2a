import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openStripePayments } from './stripe-payments.ts'

/** A provider that knows one session. */
async function startProviderOf(session: object) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ object: 'checkout.session', id: 'cs_1', ...session }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return openStripePayments({
    secretKey: 'sk_test_money',
    webhookSecret: 'unused',
    thinWebhookSecret: 'unused',
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
}

const intent = (status: string) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status,
  latest_charge: null,
})

test.each([
  ['open', 'unpaid', null, 'none'],
  ['open', 'unpaid', intent('requires_payment_method'), 'none'],
  ['expired', 'unpaid', intent('canceled'), 'none'],
  ['complete', 'paid', intent('succeeded'), 'received'],
  ['complete', 'unpaid', intent('processing'), 'confirming'],
  ['complete', 'unpaid', intent('requires_action'), 'confirming'],
  ['complete', 'unpaid', intent('succeeded'), 'confirming'],
  ['complete', 'unpaid', null, 'confirming'],
  ['complete', 'unpaid', intent('requires_payment_method'), 'failed'],
  ['complete', 'unpaid', intent('canceled'), 'failed'],
] as const)(
  'of a session that is %s and %s, the money of the attempt %j is %s',
  async (status, payment_status, payment_intent, money) => {
    const payments = await startProviderOf({ status, payment_status, payment_intent })
    expect(await payments.findCheckout('cs_1')).toMatchObject({ state: status, money })
  },
)
