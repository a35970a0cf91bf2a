import { expect, test } from 'vitest'
import { z } from 'zod'
import { openWebhookReceiver } from '../test-support/webhook-receiver.ts'
import { finishOnboarding, payAsCustomer } from '../pay-as-customer.ts'
import {
  cart,
  clientOf,
  createAccount,
  createAccountLink,
  createActiveAccount,
  createTestSandbox,
  createSession,
  payCart,
  secretKey,
  testContract,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const newKey = z.object({ secretKey: z.string().regex(/^sk_test_\w+$/) })

async function createKey(sandbox: TestSandbox, endpoints: object[] = []) {
  const key = newKey.parse(await sandbox.control('keys', { endpoints })).secretKey
  return { key, stripe: clientOf(sandbox.url, {}, key) }
}

test('an object created under one key does not exist under another', async () => {
  await using sandbox = await createTestSandbox()
  const other = await createKey(sandbox)
  const account = await createActiveAccount(sandbox)
  const charge = await payCart(sandbox, cart(920))
  const { id: transfer } = await sandbox.stripe.transfers.create({
    amount: 500,
    currency: 'gbp',
    destination: account,
    source_transaction: charge.id,
  })
  await expect(other.stripe.charges.list()).resolves.toMatchObject({ data: [] })
  await expect(other.stripe.events.list()).resolves.toMatchObject({ data: [] })
  await expect(other.stripe.balance.retrieve()).resolves.toMatchObject({
    available: [{ amount: 0 }],
    pending: [{ amount: 0 }],
  })
  for (const request of [
    other.stripe.transfers.retrieve(transfer),
    other.stripe.v2.core.accounts.retrieve(account),
    other.stripe.refunds.create({ charge: charge.id }),
  ]) {
    await expect(request).rejects.toMatchObject({
      code: expect.stringMatching('missing|not_found'),
    })
  }
})

test('the hosted pages work for every key, and change nothing under another', async () => {
  await using sandbox = await createTestSandbox()
  const other = await createKey(sandbox)
  const first = await createSession(sandbox, cart(100))
  const { id, url } = await other.stripe.checkout.sessions.create(cart(920))
  await expect(
    payAsCustomer(url ?? '', { card: '4000002500003155', authentication: 'complete' }),
  ).resolves.toMatchObject({ outcome: 'paid' })
  await expect(other.stripe.checkout.sessions.retrieve(id)).resolves.toMatchObject({
    payment_status: 'paid',
  })
  await expect(sandbox.stripe.checkout.sessions.retrieve(first.id)).resolves.toMatchObject({
    status: 'open',
  })
  const account = await createAccount(other)
  const link = await createAccountLink(other, account.id)
  await expect(finishOnboarding(link.url)).resolves.toBe('http://site.test/back')
  await expect(
    other.stripe.v2.core.accounts.retrieve(account.id, { include: ['requirements'] }),
  ).resolves.toMatchObject({ requirements: { entries: [] } })
})

test('an idempotency key is known only under its own secret key', async () => {
  await using sandbox = await createTestSandbox()
  const other = await createKey(sandbox)
  const options = { idempotencyKey: 'cs:order-1' }
  const first = await sandbox.stripe.checkout.sessions.create(cart(920), options)
  const second = await other.stripe.checkout.sessions.create(cart(100), options)
  expect(second).toMatchObject({ amount_total: 100 })
  const again = await other.stripe.checkout.sessions.create(cart(100), options)
  expect([second.id === first.id, again.id === second.id]).toEqual([false, true])
})

test('a fault planned under one key affects no request of another', async () => {
  await using sandbox = await createTestSandbox()
  const other = await createKey(sandbox)
  await sandbox.control('faults', { next: '429' })
  await expect(other.stripe.balance.retrieve()).resolves.toMatchObject({ object: 'balance' })
  await expect(sandbox.stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 429 })
})

test('a hanging request blocks its idempotency key under its own secret key only', async () => {
  await using sandbox = await createTestSandbox()
  const other = await createKey(sandbox)
  await sandbox.control('faults', { next: 'hang' })
  const options = { idempotencyKey: 'cs:order-1' }
  const aborting = new AbortController()
  const hanging = fetch(`${sandbox.url}/v1/transfers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': options.idempotencyKey },
    signal: aborting.signal,
  })
  const logged = async () => JSON.stringify(await sandbox.control('log'))
  await expect.poll(logged).toContain('"fault":"hang"')
  await expect(other.stripe.checkout.sessions.create(cart(920), options)).resolves.toMatchObject({
    amount_total: 920,
  })
  await expect(sandbox.stripe.checkout.sessions.create(cart(920), options)).rejects.toMatchObject({
    code: 'idempotency_key_in_use',
  })
  aborting.abort()
  await expect(hanging).rejects.toThrow('abort')
})

test('moving the clock of one key moves no other', async () => {
  await using sandbox = await createTestSandbox()
  const other = await createKey(sandbox)
  const mine = await createSession(sandbox, cart(920))
  const { id } = await other.stripe.checkout.sessions.create(cart(920))
  await sandbox.control('clock', { seconds: 2 * 24 * 3600 })
  await expect(sandbox.stripe.checkout.sessions.retrieve(mine.id)).resolves.toMatchObject({
    status: 'expired',
  })
  await expect(other.stripe.checkout.sessions.retrieve(id)).resolves.toMatchObject({
    status: 'open',
  })
})

test('every key has its own webhook endpoints and its own switch for them', async () => {
  await using sandbox = await createTestSandbox()
  const problems: string[] = []
  await using receiver = await openReceiver(problems)
  const other = await createKey(sandbox, [
    { name: 'snapshot', url: `${receiver.url}/snapshot`, secret: receiver.secrets.snapshot },
    { name: 'thin', url: `${receiver.url}/thin`, secret: receiver.secrets.thin },
  ])
  await sandbox.control('webhooks', { deliver: false })
  await createAccount(sandbox)
  const { id } = await other.stripe.checkout.sessions.create(cart(920))
  await other.stripe.checkout.sessions.expire(id)
  await createAccount(other)
  await expect
    .poll(() => receiver.types())
    .toEqual(['checkout.session.expired', 'v2.core.account.created'])
  expect([sandbox.webhooks.calls(), problems]).toEqual([0, []])
  await sandbox.control('webhooks', { deliver: true })
  await expect.poll(() => sandbox.webhooks.types()).toEqual(['v2.core.account.created'])
  expect(receiver.calls()).toBe(2)
})

async function openReceiver(problems: string[]) {
  const contract = await testContract()
  const receiver = await openWebhookReceiver(contract, problems)
  return { ...receiver, [Symbol.asyncDispose]: receiver.close }
}

test('the log of one key shows no request of another', async () => {
  await using sandbox = await createTestSandbox()
  const other = await createKey(sandbox)
  await other.stripe.balance.retrieve()
  await expect(sandbox.control('log')).resolves.toEqual({ requests: [] })
  await expect(sandbox.control('log', undefined, other.key)).resolves.toMatchObject({
    requests: [{ path: '/v1/balance' }],
  })
})

test('a closed key is refused; the configured key cannot be closed', async () => {
  await using sandbox = await createTestSandbox()
  const other = await createKey(sandbox)
  const { url } = await other.stripe.checkout.sessions.create(cart(920))
  const close = (key: string) =>
    fetch(`${sandbox.url}/_control/keys`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    })
  expect((await close(other.key)).status).toBe(200)
  await expect(other.stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 401 })
  expect((await fetch(url ?? '')).status).toBe(404)
  expect((await close(other.key)).status).toBe(401)
  expect((await close(secretKey)).status).toBe(409)
  await expect(sandbox.stripe.balance.retrieve()).resolves.toMatchObject({ object: 'balance' })
})

test('the control API needs a key, and needs to be switched on', async () => {
  await using sandbox = await createTestSandbox()
  await expect(sandbox.control('snapshot', undefined, 'sk_test_other')).rejects.toThrow(
    'No such secret key',
  )
  await using closed = await createTestSandbox({ SANDBOX_CONTROL: '0' })
  const response = await fetch(`${closed.url}/_control/keys`, { method: 'POST' })
  expect(response.status).toBe(404)
})
