import { expect, test } from 'vitest'
import { cart, openReadyAccount, openScene, payCart } from '../sandbox-scene.ts'

test('the same key gives the same answer and opens one session', async () => {
  await using scene = await openScene()
  const create = () =>
    scene.stripe.checkout.sessions.create(cart(920), { idempotencyKey: 'cs:order-1' })
  const answers = await Promise.all(Array.from({ length: 20 }, create))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
  const { data } = await scene.stripe.checkout.sessions.list({ limit: 100 })
  expect(data).toHaveLength(1)
})

test('a repeated answer says that it is repeated', async () => {
  await using scene = await openScene()
  const post = () =>
    fetch(`${scene.url}/v1/refunds`, {
      method: 'POST',
      body: 'charge=ch_unknown',
      headers: { authorization: 'Bearer sk_test_scene', 'idempotency-key': 'refund-1' },
    })
  const [first, second] = [await post(), await post()]
  expect([first.status, second.status]).toEqual([400, 400])
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(first.headers.get('original-request')).toBeNull()
  expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'))
  expect(await second.text()).toBe(await first.text())
})

test('a key belongs to its parameters, in whatever order they come', async () => {
  await using scene = await openScene()
  const { success_url, ...rest } = cart(920)
  const options = { idempotencyKey: 'cs:order-1' }
  const first = await scene.stripe.checkout.sessions.create({ success_url, ...rest }, options)
  const second = await scene.stripe.checkout.sessions.create({ ...rest, success_url }, options)
  expect(second.id).toBe(first.id)
  await expect(scene.stripe.checkout.sessions.create(cart(921), options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
})

test('in the second API other parameters under a key are a conflict', async () => {
  await using scene = await openScene()
  const create = (contact_email: string) =>
    scene.stripe.v2.core.accounts.create(
      { contact_email, identity: { country: 'gb' } },
      { idempotencyKey: 'acct:1', maxNetworkRetries: 2 },
    )
  await create('one@example.com')
  await expect(create('other@example.com')).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 409,
    code: undefined,
  })
})

test.each([
  ['stored-500', 0],
  ['done-stored-500', 1],
] as const)('a failure of the provider is stored under the key: %s', async (next, made) => {
  await using scene = await openScene()
  await scene.control('chaos', { next, path: '/v1/checkout/sessions' })
  const create = (idempotencyKey: string) =>
    scene.stripe.checkout.sessions.create(cart(920), { idempotencyKey, maxNetworkRetries: 2 })
  const failure = { statusCode: 500, headers: { 'stripe-should-retry': 'false' } }
  await expect(create('k1')).rejects.toMatchObject(failure)
  await expect(create('k1')).rejects.toMatchObject({
    ...failure,
    headers: { ...failure.headers, 'idempotent-replayed': 'true' },
  })
  // The official client does not ask again what would be answered the same.
  expect(JSON.stringify(await scene.control('log')).match(/"status":500/g)).toHaveLength(2)
  expect((await scene.stripe.checkout.sessions.list()).data).toHaveLength(made)
  await create('k2')
  expect((await scene.stripe.checkout.sessions.list()).data).toHaveLength(made + 1)
})

test('the second API stores no failure: the same key is tried anew', async () => {
  await using scene = await openScene()
  await scene.control('chaos', { next: 'stored-500', path: '/v2/core/accounts' })
  const create = () =>
    scene.stripe.v2.core.accounts.create(
      { contact_email: 'a@example.com', identity: { country: 'gb' } },
      { idempotencyKey: 'acct:1' },
    )
  await expect(create()).rejects.toMatchObject({ statusCode: 500 })
  await expect(create()).resolves.toMatchObject({ contact_email: 'a@example.com' })
})

test('a refusal from the operation is kept: the money being there later does not change it', async () => {
  await using scene = await openScene()
  const destination = await openReadyAccount(scene)
  const transfer = (idempotencyKey: string) =>
    scene.stripe.transfers.create({ amount: 500, currency: 'gbp', destination }, { idempotencyKey })
  await expect(transfer('a1')).rejects.toMatchObject({ code: 'balance_insufficient' })
  await payCart(scene, cart(10_000), '4000000000000077')
  await expect(transfer('a1')).rejects.toMatchObject({ code: 'balance_insufficient' })
  await expect(transfer('a2')).resolves.toMatchObject({ amount: 500 })
})

test('a request that never began leaves its key free', async () => {
  await using scene = await openScene()
  const options = { idempotencyKey: 'cs:order-1' }
  await expect(scene.stripe.checkout.sessions.create(cart(29), options)).rejects.toMatchObject({
    code: 'amount_too_small',
  })
  await expect(scene.stripe.checkout.sessions.create(cart(30), options)).resolves.toMatchObject({
    amount_total: 30,
  })
})

test('the second API keeps successes only', async () => {
  await using scene = await openScene()
  const options = { idempotencyKey: 'close-1' }
  const id = await openReadyAccount(scene)
  await payCart(scene, cart(10_000), '4000000000000077')
  await scene.stripe.transfers.create({ amount: 500, currency: 'gbp', destination: id })
  await expect(scene.stripe.v2.core.accounts.close(id, {}, options)).rejects.toMatchObject({
    statusCode: 400,
  })
  await scene.control('payout', { account: id })
  await expect(scene.stripe.v2.core.accounts.close(id, {}, options)).resolves.toMatchObject({
    closed: true,
  })
})

test('a key has at most 255 characters', async () => {
  await using scene = await openScene()
  const create = (length: number) =>
    scene.stripe.checkout.sessions.create(cart(920), { idempotencyKey: 'k'.repeat(length) })
  await expect(create(256)).rejects.toMatchObject({ statusCode: 400 })
  await expect(create(255)).resolves.toMatchObject({ amount_total: 920 })
})

test('a key is forgotten after a day', async () => {
  await using scene = await openScene()
  const create = () => scene.stripe.checkout.sessions.create(cart(920), { idempotencyKey: 'k' })
  const first = await create()
  await scene.control('clock', { seconds: 24 * 3600 - 60 })
  await expect(create()).resolves.toMatchObject({ id: first.id })
  await scene.control('clock', { seconds: 60 })
  const later = await create()
  expect(later.id).not.toBe(first.id)
})
