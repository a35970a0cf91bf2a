import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { cart, clientOf, openScene, patient, type Scene } from '../sandbox-scene.ts'

// What the official client makes of a bad network: one session must exist in the end, whatever was lost.
test.each([
  { next: 'reset', retries: 0, first: 'ok' },
  { next: 'reset', retries: 2, first: 'ok' },
  { next: 'cut', retries: 2, first: 'StripeConnectionError' },
  { next: 'hang', retries: 0, first: 'StripeConnectionError' },
  { next: 'hang', retries: 2, first: 'ok' },
  { next: '500', retries: 0, first: 'StripeAPIError' },
  { next: '500', retries: 2, first: 'ok' },
  { next: '429', retries: 0, first: 'StripeRateLimitError' },
])('$next with $retries retries: first $first, then one session under its key', async (mishap) => {
  await using scene = await openScene()
  const client = clientOf(scene.url, {
    maxNetworkRetries: mishap.retries,
    timeout: patient.timeout,
    ...(mishap.next === 'hang' ? { httpClient: clientThatGivesUpOnce(scene) } : {}),
  })
  const create = () => client.checkout.sessions.create(cart(920), { idempotencyKey: 'cs:order-1' })
  await scene.control('chaos', { next: mishap.next, path: '/v1/checkout/sessions' })
  const first = await create().then(
    () => 'ok',
    (error: { type: string }) => error.type,
  )
  expect(first).toBe(mishap.first)
  await expect.poll(() => create(), patient).toMatchObject({ amount_total: 920 })
  const { data } = await scene.stripe.checkout.sessions.list()
  expect(data).toHaveLength(1)
})

/** Its first request is given up as by a timeout, as soon as the sandbox lets it hang. */
function clientThatGivesUpOnce(scene: Scene) {
  let isFirst = true
  return Stripe.createFetchHttpClient(async (input, init) => {
    if (!isFirst) return fetch(input, init)
    isFirst = false
    const patience = new AbortController()
    const answer = fetch(input, { ...init, signal: patience.signal })
    await untilSomethingHangs(scene)
    patience.abort()
    return answer
  })
}

function untilSomethingHangs(scene: Scene) {
  const logged = async () => JSON.stringify(await scene.control('log'))
  return expect.poll(logged, patient).toContain('"mishap":"hang"')
}

test('while a request hangs its key is in use, once the caller gives up it is not', async () => {
  await using scene = await openScene()
  await scene.control('chaos', { next: 'hang' })
  const options = { idempotencyKey: 'cs:order-1' }
  const patience = new AbortController()
  const hanging = fetch(`${scene.url}/v1/checkout/sessions`, {
    method: 'POST',
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'http://shop.test/done?cs={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://shop.test/cart',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '920',
      'line_items[0][price_data][product_data][name]': 'Track 1',
    }),
    headers: { authorization: 'Bearer sk_test_scene', 'idempotency-key': options.idempotencyKey },
    signal: patience.signal,
  })
  await untilSomethingHangs(scene)
  const again = () => scene.stripe.checkout.sessions.create(cart(920), options)
  await expect(again()).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  patience.abort()
  await expect(hanging).rejects.toThrow('abort')
  await expect.poll(again, patient).toMatchObject({ amount_total: 920 })
})

test('only the path that was named meets the mishap', async () => {
  await using scene = await openScene()
  await scene.control('chaos', { next: '429', path: '/v1/refunds' })
  await expect(scene.stripe.balance.retrieve()).resolves.toMatchObject({ object: 'balance' })
  await expect(scene.stripe.refunds.list()).rejects.toMatchObject({ statusCode: 429 })
  await expect(scene.stripe.refunds.list()).resolves.toMatchObject({ data: [] })
})
