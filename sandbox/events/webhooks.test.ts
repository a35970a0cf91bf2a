import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { payAsCustomer } from '../pay-as-customer.ts'
import {
  cart,
  createAccount,
  createTestSandbox,
  createSession,
  payCart,
  type TestSandbox,
} from '../test-support/test-sandbox.ts'

const eventsOfAPayment = [
  'payment_intent.created',
  'charge.succeeded',
  'payment_intent.succeeded',
  'checkout.session.completed',
]

test('the events of a payment are delivered in order, and can be listed again', async () => {
  await using sandbox = await createTestSandbox()
  await payCart(sandbox, cart(920))
  await expect.poll(() => sandbox.webhooks.types()).toEqual(eventsOfAPayment)
  const { data } = await sandbox.stripe.events.list()
  expect(data.map(({ type }) => type)).toEqual(eventsOfAPayment.toReversed())
  await expect
    .poll(async () =>
      (await sandbox.stripe.events.list()).data.map((event) => event.pending_webhooks),
    )
    .toEqual([0, 0, 0, 0])
  const completed = await sandbox.stripe.events.list({ type: 'checkout.session.completed' })
  const [event] = completed.data
  expect(event).toMatchObject({
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { payment_status: 'paid', status: 'complete' } },
  })
  await expect(sandbox.stripe.events.retrieve(event?.id ?? '')).resolves.toMatchObject({
    id: event?.id,
  })
})

test('an event names the request and the key that caused it', async () => {
  await using sandbox = await createTestSandbox()
  const { id } = await createSession(sandbox, cart(920))
  await sandbox.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'expire-1' })
  const { data } = await sandbox.stripe.events.list({ types: ['checkout.session.expired'] })
  expect(data[0]?.request).toEqual({
    id: expect.stringMatching(/^req_/),
    idempotency_key: 'expire-1',
  })
})

async function attempts(sandbox: TestSandbox): Promise<unknown[]> {
  const snapshot = z
    .object({ deliveries: z.array(z.object({ attempts: z.number() })) })
    .parse(await sandbox.control('snapshot'))
  return snapshot.deliveries.map((delivery) => delivery.attempts)
}

/** Only the control API moves the clock, and no delay ends by itself. */
function stopTime() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('delivery of an event is retried, with longer and longer delays, until it is accepted', async () => {
  stopTime()
  await using sandbox = await createTestSandbox()
  sandbox.webhooks.respondWith(500)
  await createAccount(sandbox)
  await expect.poll(() => attempts(sandbox)).toEqual([1])
  await sandbox.control('clock', { seconds: 1 })
  await expect.poll(() => attempts(sandbox)).toEqual([2])
  await sandbox.control('clock', { seconds: 5 })
  await expect.poll(() => attempts(sandbox)).toEqual([3])
  sandbox.webhooks.respondWith(200)
  await sandbox.control('clock', { seconds: 30 })
  await expect.poll(() => attempts(sandbox)).toEqual([])
  expect(sandbox.webhooks.types()).toEqual(['v2.core.account.created'])
})

test('delivery of an event that is never accepted stops after four hours', async () => {
  stopTime()
  await using sandbox = await createTestSandbox()
  sandbox.webhooks.respondWith(503)
  await createAccount(sandbox)
  for (const attempt of [1, 2, 3, 4]) {
    await expect.poll(() => attempts(sandbox)).toEqual([attempt])
    await sandbox.control('clock', { seconds: 3600 })
  }
  await expect.poll(() => attempts(sandbox)).toEqual([])
  expect(sandbox.webhooks.calls()).toBe(5)
  expect(sandbox.webhooks.received).toEqual([])
})

test('events held back are delivered in order when delivery is switched on again', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('webhooks', { deliver: false })
  await payCart(sandbox, cart(920))
  await sandbox.control('clock', { seconds: 2 * 24 * 3600 })
  expect(sandbox.webhooks.calls()).toBe(0)
  await sandbox.control('webhooks', { deliver: true })
  await expect
    .poll(() => sandbox.webhooks.types())
    .toEqual([...eventsOfAPayment, 'balance.available'])
})

test('an event can be delivered again on demand', async () => {
  await using sandbox = await createTestSandbox()
  await createAccount(sandbox)
  await expect.poll(() => sandbox.webhooks.received.length).toBe(1)
  const id = sandbox.webhooks.received[0]?.id
  await sandbox.control('redeliver', { event: id })
  await expect.poll(() => sandbox.webhooks.received.map((event) => event.id)).toEqual([id, id])
  await expect(sandbox.control('redeliver', { event: 'evt_unknown' })).rejects.toThrow('No event')
})

test('in disorder every event still arrives, some more than once and some ten minutes late', async () => {
  await using sandbox = await createTestSandbox()
  await sandbox.control('disorder', { disorder: { seed: 7, faultPercent: 0 } })
  const session = await createSession(sandbox, cart(920))
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await payAsCustomer(session.url, { card: '4000000000000002' })
  }
  const emitted = await sandbox.stripe.events.list({ limit: 100 })
  const ids = new Set(emitted.data.map(({ id }) => id))
  expect(ids.size).toBe(21)
  await sandbox.control('clock', { seconds: 10 })
  // With this seed one delivery is late.
  await expect.poll(async () => (await attempts(sandbox)).length).toBe(1)
  await sandbox.control('clock', { seconds: 600 })
  await expect.poll(() => new Set(sandbox.webhooks.received.map(({ id }) => id))).toEqual(ids)
  await expect
    .poll(async () => (await sandbox.stripe.events.list({ limit: 100 })).data)
    .toSatisfy((data: { pending_webhooks: number }[]) =>
      data.every((event) => event.pending_webhooks === 0),
    )
  expect(sandbox.webhooks.received.length).toBeGreaterThan(ids.size)
  const arrived = [...new Set(sandbox.webhooks.received.map(({ id }) => id))]
  expect(arrived).not.toEqual(emitted.data.map(({ id }) => id).toReversed())
})

test('thin events name only the account, and are listed page by page', async () => {
  await using sandbox = await createTestSandbox()
  const first = await createAccount(sandbox)
  const second = await createAccount(sandbox)
  await sandbox.stripe.v2.core.accounts.update(second.id, { display_name: 'Ada' })
  const types: string[] = []
  for await (const event of sandbox.stripe.v2.core.events.list({
    object_id: second.id,
    limit: 1,
  })) {
    types.push(event.type)
  }
  expect(types).toEqual(['v2.core.account.updated', 'v2.core.account.created'])
  const { data } = await sandbox.stripe.v2.core.events.list({ object_id: first.id })
  const event = await sandbox.stripe.v2.core.events.retrieve(data[0]?.id ?? '')
  expect(event).toMatchObject({ related_object: { id: first.id, type: 'v2.core.account' } })
})

test('with late events every type arrives up to three days later, shuffled and several times', async () => {
  await using sandbox = await createTestSandbox()
  const day = 24 * 3600
  await sandbox.control('disorder', {
    disorder: { seed: 3, faultPercent: 0, lateSeconds: 3 * day },
  })
  const charge = await payCart(sandbox, cart(920))
  await sandbox.control('dispute', { charge: charge.id })
  const account = await createAccount(sandbox)
  // What is late already stays late; what the passing time brings comes at once.
  await sandbox.control('disorder', { disorder: null })
  const emitted = (await sandbox.stripe.events.list({ limit: 100 })).data.map(({ id }) => id)
  const [thin] = (await sandbox.stripe.v2.core.events.list({ object_id: account.id })).data
  const late = new Set([...emitted, thin?.id ?? ''])
  const arrived = () => sandbox.webhooks.received.map(({ id }) => id).filter((id) => late.has(id))
  await sandbox.control('clock', { seconds: 3 * day })
  await expect.poll(() => attempts(sandbox)).toEqual([])
  expect(new Set(arrived())).toEqual(late)
  expect(arrived().length).toBeGreaterThan(late.size)
  const firsts = [...new Set(arrived())].filter((id) => id !== thin?.id)
  expect(firsts).not.toEqual(emitted.toReversed())
})

test('an event of the other mode is a copy under an id of its own, which cannot be fetched', async () => {
  await using sandbox = await createTestSandbox()
  await payCart(sandbox, cart(920))
  await createAccount(sandbox)
  await expect.poll(() => sandbox.webhooks.received.length).toBe(5)
  const originals = sandbox.webhooks.received.filter(({ type }) =>
    ['charge.succeeded', 'v2.core.account.created'].includes(type),
  )
  const sent: string[] = []
  for (const { id } of originals) {
    sent.push(((await sandbox.control('other-mode', { event: id })) as { sent: string }).sent)
  }
  await expect.poll(() => sandbox.webhooks.received.length).toBe(7)
  expect(
    sandbox.webhooks.received.slice(5).map(({ id, type, livemode }) => [id, type, livemode]),
  ).toEqual(originals.map(({ type }, position) => [sent[position], type, true]))
  expect(originals.map(({ livemode }) => livemode)).toEqual([false, false])
  await expect(sandbox.stripe.events.retrieve(sent[0] ?? '')).rejects.toMatchObject({
    statusCode: 404,
  })
  await expect(sandbox.control('other-mode', { event: 'evt_x' })).rejects.toThrow('No event')
})

test('events are listed and found for 30 days', async () => {
  await using sandbox = await createTestSandbox()
  await payCart(sandbox, cart(920), '4000000000000077')
  const [event] = (await sandbox.stripe.events.list({ limit: 1 })).data
  await sandbox.control('clock', { seconds: 29 * 24 * 3600 })
  await expect(sandbox.stripe.events.retrieve(event?.id ?? '')).resolves.toMatchObject({
    id: event?.id,
  })
  await sandbox.control('clock', { seconds: 2 * 24 * 3600 })
  expect((await sandbox.stripe.events.list()).data).toEqual([])
  await expect(sandbox.stripe.events.retrieve(event?.id ?? '')).rejects.toMatchObject({
    statusCode: 404,
  })
})
