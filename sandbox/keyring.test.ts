import { expect, test } from 'vitest'
import { z } from 'zod'
import { createContract } from './contract/contract.ts'
import { ensureContract, sharedContractFile } from './contract/extract-contract.ts'
import { openWebhookReceiver } from './events/webhook-receiver.ts'
import { finishOnboarding, payAsCustomer } from './pay-as-customer.ts'
import {
  cart,
  clientOf,
  openAccount,
  openAccountLink,
  openReadyAccount,
  openScene,
  openSession,
  patient,
  payCart,
  secretKey,
  type Scene,
} from './sandbox-scene.ts'

const newKey = z.object({ secretKey: z.string().regex(/^sk_test_\w+$/) })

async function openKey(scene: Scene, endpoints: object[] = []) {
  const key = newKey.parse(await scene.control('keys', { endpoints })).secretKey
  return { key, stripe: clientOf(scene.url, {}, key) }
}

test('what is made under one key is not there under another', async () => {
  await using scene = await openScene()
  const other = await openKey(scene)
  const account = await openReadyAccount(scene)
  const charge = await payCart(scene, cart(920))
  const { id: transfer } = await scene.stripe.transfers.create({
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
  for (const asked of [
    other.stripe.transfers.retrieve(transfer),
    other.stripe.v2.core.accounts.retrieve(account),
    other.stripe.refunds.create({ charge: charge.id }),
  ]) {
    await expect(asked).rejects.toMatchObject({ code: expect.stringMatching('missing|not_found') })
  }
})

test('the hosted pages of every key work, and change nothing under another', async () => {
  await using scene = await openScene()
  const other = await openKey(scene)
  const first = await openSession(scene, cart(100))
  const { id, url } = await other.stripe.checkout.sessions.create(cart(920))
  await expect(
    payAsCustomer(url ?? '', { card: '4000002500003155', authentication: 'complete' }),
  ).resolves.toMatchObject({ outcome: 'paid' })
  await expect(other.stripe.checkout.sessions.retrieve(id)).resolves.toMatchObject({
    payment_status: 'paid',
  })
  await expect(scene.stripe.checkout.sessions.retrieve(first.id)).resolves.toMatchObject({
    status: 'open',
  })
  const account = await openAccount(other)
  const link = await openAccountLink(other, account.id)
  await expect(finishOnboarding(link.url)).resolves.toBe('http://shop.test/back')
  await expect(
    other.stripe.v2.core.accounts.retrieve(account.id, { include: ['requirements'] }),
  ).resolves.toMatchObject({ requirements: { entries: [] } })
})

test('an idempotency key is known only under the secret key it came with', async () => {
  await using scene = await openScene()
  const other = await openKey(scene)
  const options = { idempotencyKey: 'cs:order-1' }
  const first = await scene.stripe.checkout.sessions.create(cart(920), options)
  const second = await other.stripe.checkout.sessions.create(cart(100), options)
  expect(second).toMatchObject({ amount_total: 100 })
  const again = await other.stripe.checkout.sessions.create(cart(100), options)
  expect([second.id === first.id, again.id === second.id]).toEqual([false, true])
})

test('a mishap planned under one key meets no request of another', async () => {
  await using scene = await openScene()
  const other = await openKey(scene)
  await scene.control('chaos', { next: '429' })
  await expect(other.stripe.balance.retrieve()).resolves.toMatchObject({ object: 'balance' })
  await expect(scene.stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 429 })
})

test('a request that hangs holds its idempotency key under its own secret key only', async () => {
  await using scene = await openScene()
  const other = await openKey(scene)
  await scene.control('chaos', { next: 'hang' })
  const options = { idempotencyKey: 'cs:order-1' }
  const patience = new AbortController()
  const hanging = fetch(`${scene.url}/v1/transfers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': options.idempotencyKey },
    signal: patience.signal,
  })
  const logged = async () => JSON.stringify(await scene.control('log'))
  await expect.poll(logged, patient).toContain('"mishap":"hang"')
  await expect(other.stripe.checkout.sessions.create(cart(920), options)).resolves.toMatchObject({
    amount_total: 920,
  })
  await expect(scene.stripe.checkout.sessions.create(cart(920), options)).rejects.toMatchObject({
    code: 'idempotency_key_in_use',
  })
  patience.abort()
  await expect(hanging).rejects.toThrow('abort')
})

test('the clock of one key moves no other', async () => {
  await using scene = await openScene()
  const other = await openKey(scene)
  const mine = await openSession(scene, cart(920))
  const { id } = await other.stripe.checkout.sessions.create(cart(920))
  await scene.control('clock', { seconds: 2 * 24 * 3600 })
  await expect(scene.stripe.checkout.sessions.retrieve(mine.id)).resolves.toMatchObject({
    status: 'expired',
  })
  await expect(other.stripe.checkout.sessions.retrieve(id)).resolves.toMatchObject({
    status: 'open',
  })
})

test('every key has webhook endpoints and a switch for them of its own', async () => {
  await using scene = await openScene()
  const problems: string[] = []
  await using receiver = await openReceiver(problems)
  const other = await openKey(scene, [
    { name: 'snapshot', url: `${receiver.url}/snapshot`, secret: receiver.secrets.snapshot },
    { name: 'thin', url: `${receiver.url}/thin`, secret: receiver.secrets.thin },
  ])
  await scene.control('webhooks', { deliver: false })
  await openAccount(scene)
  const { id } = await other.stripe.checkout.sessions.create(cart(920))
  await other.stripe.checkout.sessions.expire(id)
  await openAccount(other)
  await expect
    .poll(() => receiver.types(), patient)
    .toEqual(['checkout.session.expired', 'v2.core.account.created'])
  expect([scene.webhooks.calls(), problems]).toEqual([0, []])
  await scene.control('webhooks', { deliver: true })
  await expect.poll(() => scene.webhooks.types(), patient).toEqual(['v2.core.account.created'])
  expect(receiver.calls()).toBe(2)
})

async function openReceiver(problems: string[]) {
  const contract = createContract(await ensureContract(sharedContractFile))
  const receiver = await openWebhookReceiver(contract, problems)
  return { ...receiver, [Symbol.asyncDispose]: receiver.close }
}

test('the log of one key shows no request of another', async () => {
  await using scene = await openScene()
  const other = await openKey(scene)
  await other.stripe.balance.retrieve()
  await expect(scene.control('log')).resolves.toEqual({ requests: [] })
  await expect(scene.control('log', undefined, other.key)).resolves.toMatchObject({
    requests: [{ path: '/v1/balance' }],
  })
})

test('a key that was closed is no key any more; the configured one stays', async () => {
  await using scene = await openScene()
  const other = await openKey(scene)
  const { url } = await other.stripe.checkout.sessions.create(cart(920))
  const close = (key: string) =>
    fetch(`${scene.url}/_control/keys`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    })
  expect((await close(other.key)).status).toBe(200)
  await expect(other.stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 401 })
  expect((await fetch(url ?? '')).status).toBe(404)
  expect((await close(other.key)).status).toBe(401)
  expect((await close(secretKey)).status).toBe(409)
  await expect(scene.stripe.balance.retrieve()).resolves.toMatchObject({ object: 'balance' })
})

test('the control API wants a key to work on, and to be switched on', async () => {
  await using scene = await openScene()
  await expect(scene.control('snapshot', undefined, 'sk_test_other')).rejects.toThrow(
    'No such secret key',
  )
  await using closed = await openScene({ SANDBOX_CONTROL: '0' })
  const answer = await fetch(`${closed.url}/_control/keys`, { method: 'POST' })
  expect(answer.status).toBe(404)
})
