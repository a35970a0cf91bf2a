import { expect, test } from 'vitest'
import {
  cart,
  createActiveAccount,
  createTestSandbox,
  payCart,
} from '../test-support/test-sandbox.ts'

test('the same key gets the same response and creates one session', async () => {
  await using sandbox = await createTestSandbox()
  const create = () =>
    sandbox.stripe.checkout.sessions.create(cart(920), { idempotencyKey: 'cs:order-1' })
  const sessions = await Promise.all(Array.from({ length: 20 }, create))
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(1)
  expect(new Set(sessions.map(({ url }) => url)).size).toBe(1)
  const { data } = await sandbox.stripe.checkout.sessions.list({ limit: 100 })
  expect(data).toHaveLength(1)
})

test('a replayed response is marked as replayed', async () => {
  await using sandbox = await createTestSandbox()
  const post = () =>
    fetch(`${sandbox.url}/v1/refunds`, {
      method: 'POST',
      body: 'charge=ch_unknown',
      headers: { authorization: 'Bearer sk_test_sandbox', 'idempotency-key': 'refund-1' },
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
  await using sandbox = await createTestSandbox()
  const { success_url, ...rest } = cart(920)
  const options = { idempotencyKey: 'cs:order-1' }
  const first = await sandbox.stripe.checkout.sessions.create({ success_url, ...rest }, options)
  const second = await sandbox.stripe.checkout.sessions.create({ ...rest, success_url }, options)
  expect(second.id).toBe(first.id)
  await expect(sandbox.stripe.checkout.sessions.create(cart(921), options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
})

test('in the second API other parameters under a key are a conflict', async () => {
  await using sandbox = await createTestSandbox()
  const create = (contact_email: string) =>
    sandbox.stripe.v2.core.accounts.create(
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
  await using sandbox = await createTestSandbox()
  await sandbox.control('faults', { next, path: '/v1/checkout/sessions' })
  const create = (idempotencyKey: string) =>
    sandbox.stripe.checkout.sessions.create(cart(920), { idempotencyKey, maxNetworkRetries: 2 })
  const failure = { statusCode: 500, headers: { 'stripe-should-retry': 'false' } }
  await expect(create('k1')).rejects.toMatchObject(failure)
  await expect(create('k1')).rejects.toMatchObject({
    ...failure,
    headers: { ...failure.headers, 'idempotent-replayed': 'true' },
  })
  // The official client does not retry: `stripe-should-retry` is false.
  expect(JSON.stringify(await sandbox.control('log')).match(/"status":500/g)).toHaveLength(2)
  expect((await sandbox.stripe.checkout.sessions.list()).data).toHaveLength(made)
  await create('k2')
  expect((await sandbox.stripe.checkout.sessions.list()).data).toHaveLength(made + 1)
})

test('the second API stores no failure: the same key may be used again', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('faults', { next: 'stored-500', path: '/v2/core/accounts' })
  const create = () =>
    sandbox.stripe.v2.core.accounts.create(
      { contact_email: 'a@example.com', identity: { country: 'gb' } },
      { idempotencyKey: 'acct:1' },
    )
  await expect(create()).rejects.toMatchObject({ statusCode: 500 })
  await expect(create()).resolves.toMatchObject({ contact_email: 'a@example.com' })
})

test('a refusal by the operation is stored: it stays refused when the money is there later', async () => {
  await using sandbox = await createTestSandbox()
  const destination = await createActiveAccount(sandbox)
  const transfer = (idempotencyKey: string) =>
    sandbox.stripe.transfers.create(
      { amount: 500, currency: 'gbp', destination },
      { idempotencyKey },
    )
  await expect(transfer('a1')).rejects.toMatchObject({ code: 'balance_insufficient' })
  await payCart(sandbox, cart(10_000), '4000000000000077')
  await expect(transfer('a1')).rejects.toMatchObject({ code: 'balance_insufficient' })
  await expect(transfer('a2')).resolves.toMatchObject({ amount: 500 })
})

test('a request refused before its operation began leaves its key free', async () => {
  await using sandbox = await createTestSandbox()
  const options = { idempotencyKey: 'cs:order-1' }
  await expect(sandbox.stripe.checkout.sessions.create(cart(29), options)).rejects.toMatchObject({
    code: 'amount_too_small',
  })
  await expect(sandbox.stripe.checkout.sessions.create(cart(30), options)).resolves.toMatchObject({
    amount_total: 30,
  })
})

test('the second API stores successes only', async () => {
  await using sandbox = await createTestSandbox()
  const options = { idempotencyKey: 'close-1' }
  const id = await createActiveAccount(sandbox)
  await payCart(sandbox, cart(10_000), '4000000000000077')
  await sandbox.stripe.transfers.create({ amount: 500, currency: 'gbp', destination: id })
  await expect(sandbox.stripe.v2.core.accounts.close(id, {}, options)).rejects.toMatchObject({
    statusCode: 400,
  })
  await sandbox.control('payout', { account: id })
  await expect(sandbox.stripe.v2.core.accounts.close(id, {}, options)).resolves.toMatchObject({
    closed: true,
  })
})

test('a key has at most 255 characters', async () => {
  await using sandbox = await createTestSandbox()
  const create = (length: number) =>
    sandbox.stripe.checkout.sessions.create(cart(920), { idempotencyKey: 'k'.repeat(length) })
  await expect(create(256)).rejects.toMatchObject({ statusCode: 400 })
  await expect(create(255)).resolves.toMatchObject({ amount_total: 920 })
})

test('a key expires after a day', async () => {
  await using sandbox = await createTestSandbox()
  const create = () => sandbox.stripe.checkout.sessions.create(cart(920), { idempotencyKey: 'k' })
  const first = await create()
  await sandbox.control('clock', { seconds: 24 * 3600 - 60 })
  await expect(create()).resolves.toMatchObject({ id: first.id })
  await sandbox.control('clock', { seconds: 60 })
  const later = await create()
  expect(later.id).not.toBe(first.id)
})
