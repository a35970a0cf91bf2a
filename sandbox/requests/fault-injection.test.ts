import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import {
  cart,
  clientOf,
  createTestSandbox,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

// The official client on a bad network: exactly one session must exist in the end, whichever response was lost.
test.each([
  { next: 'reset', retries: 0, first: 'ok' },
  { next: 'reset', retries: 2, first: 'ok' },
  { next: 'cut', retries: 2, first: 'StripeConnectionError' },
  { next: 'hang', retries: 0, first: 'StripeConnectionError' },
  { next: 'hang', retries: 2, first: 'ok' },
  { next: '500', retries: 0, first: 'StripeAPIError' },
  { next: '500', retries: 2, first: 'ok' },
  { next: '429', retries: 0, first: 'StripeRateLimitError' },
])('$next with $retries retries: first $first, then one session under its key', async (fault) => {
  await using sandbox = await createTestSandbox()
  const client = clientOf(sandbox.url, {
    maxNetworkRetries: fault.retries,
    ...(fault.next === 'hang' ? { httpClient: clientThatAbortsOnce(sandbox) } : {}),
  })
  const create = () => client.checkout.sessions.create(cart(920), { idempotencyKey: 'cs:order-1' })
  await sandbox.control('faults', { next: fault.next, path: '/v1/checkout/sessions' })
  const first = await create().then(
    () => 'ok',
    (error: { type: string }) => error.type,
  )
  expect(first).toBe(fault.first)
  await expect.poll(() => create()).toMatchObject({ amount_total: 920 })
  const { data } = await sandbox.stripe.checkout.sessions.list()
  expect(data).toHaveLength(1)
})

test('faults that are planned do not happen any more once they are cleared', async () => {
  await using sandbox = await createTestSandbox()
  for (const next of ['reset', '500', null])
    await sandbox.control('faults', { next, path: '/v1/checkout/sessions' })
  const client = clientOf(sandbox.url, { maxNetworkRetries: 0 })
  expect(await client.checkout.sessions.create(cart(920))).toMatchObject({ amount_total: 920 })
})

/** Aborts its first request, as a timeout would, as soon as the sandbox lets that request hang. */
function clientThatAbortsOnce(sandbox: TestSandbox) {
  let isFirst = true
  return Stripe.createFetchHttpClient(async (input, init) => {
    if (!isFirst) return fetch(input, init)
    isFirst = false
    const aborting = new AbortController()
    const response = fetch(input, { ...init, signal: aborting.signal })
    await untilRequestHangs(sandbox)
    aborting.abort()
    return response
  })
}

function untilRequestHangs(sandbox: TestSandbox) {
  const logged = async () => JSON.stringify(await sandbox.control('log'))
  return expect.poll(logged).toContain('"fault":"hang"')
}

test('a key is in use while its request hangs, and free once the client disconnects', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('faults', { next: 'hang' })
  const options = { idempotencyKey: 'cs:order-1' }
  const aborting = new AbortController()
  const hanging = fetch(`${sandbox.url}/v1/checkout/sessions`, {
    method: 'POST',
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'http://site.test/done?cs={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://site.test/cart',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '920',
      'line_items[0][price_data][product_data][name]': 'Track 1',
    }),
    headers: { authorization: 'Bearer sk_test_sandbox', 'idempotency-key': options.idempotencyKey },
    signal: aborting.signal,
  })
  await untilRequestHangs(sandbox)
  const again = () => sandbox.stripe.checkout.sessions.create(cart(920), options)
  await expect(again()).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  aborting.abort()
  await expect(hanging).rejects.toThrow('abort')
  await expect.poll(again).toMatchObject({ amount_total: 920 })
})

test('a fault planned for a path affects only requests to that path', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('faults', { next: '429', path: '/v1/refunds' })
  await expect(sandbox.stripe.balance.retrieve()).resolves.toMatchObject({ object: 'balance' })
  await expect(sandbox.stripe.refunds.list()).rejects.toMatchObject({ statusCode: 429 })
  await expect(sandbox.stripe.refunds.list()).resolves.toMatchObject({ data: [] })
})
