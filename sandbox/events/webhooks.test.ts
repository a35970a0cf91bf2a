import { expect, test } from 'vitest'
import { z } from 'zod'
import { payAsCustomer } from '../pay-as-customer.ts'
import {
  cart,
  openAccount,
  openScene,
  openSession,
  patient,
  payCart,
  type Scene,
} from '../sandbox-scene.ts'

const eventsOfAPayment = [
  'payment_intent.created',
  'charge.succeeded',
  'payment_intent.succeeded',
  'checkout.session.completed',
]

test('a payment is told in order, and the events can be asked for again', async () => {
  await using scene = await openScene()
  await payCart(scene, cart(920))
  await expect.poll(() => scene.webhooks.types(), patient).toEqual(eventsOfAPayment)
  const { data } = await scene.stripe.events.list()
  expect(data.map(({ type }) => type)).toEqual(eventsOfAPayment.toReversed())
  await expect
    .poll(
      async () => (await scene.stripe.events.list()).data.map((event) => event.pending_webhooks),
      patient,
    )
    .toEqual([0, 0, 0, 0])
  const completed = await scene.stripe.events.list({ type: 'checkout.session.completed' })
  const [event] = completed.data
  expect(event).toMatchObject({
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { payment_status: 'paid', status: 'complete' } },
  })
  await expect(scene.stripe.events.retrieve(event?.id ?? '')).resolves.toMatchObject({
    id: event?.id,
  })
})

test('an event names the request and the key that caused it', async () => {
  await using scene = await openScene()
  const { id } = await openSession(scene, cart(920))
  await scene.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: 'expire-1' })
  const { data } = await scene.stripe.events.list({ types: ['checkout.session.expired'] })
  expect(data[0]?.request).toEqual({
    id: expect.stringMatching(/^req_/),
    idempotency_key: 'expire-1',
  })
})

async function attempts(scene: Scene): Promise<unknown[]> {
  const snapshot = z
    .object({ deliveries: z.array(z.object({ attempts: z.number() })) })
    .parse(await scene.control('snapshot'))
  return snapshot.deliveries.map((delivery) => delivery.attempts)
}

test('an event is tried again, with longer and longer waits, until it is accepted', async () => {
  await using scene = await openScene()
  scene.webhooks.answerWith(500)
  await openAccount(scene)
  await expect.poll(() => attempts(scene), patient).toEqual([1])
  await scene.control('clock', { seconds: 1 })
  await expect.poll(() => attempts(scene), patient).toEqual([2])
  await scene.control('clock', { seconds: 5 })
  await expect.poll(() => attempts(scene), patient).toEqual([3])
  scene.webhooks.answerWith(200)
  await scene.control('clock', { seconds: 30 })
  await expect.poll(() => attempts(scene), patient).toEqual([])
  expect(scene.webhooks.types()).toEqual(['v2.core.account.created'])
})

test('an event nobody accepts is given up after four hours', async () => {
  await using scene = await openScene()
  scene.webhooks.answerWith(503)
  await openAccount(scene)
  for (const attempt of [1, 2, 3, 4]) {
    await expect.poll(() => attempts(scene), patient).toEqual([attempt])
    await scene.control('clock', { seconds: 3600 })
  }
  await expect.poll(() => attempts(scene), patient).toEqual([])
  expect(scene.webhooks.calls()).toBe(5)
  expect(scene.webhooks.received).toEqual([])
})

test('an outage ends with everything at once, in order', async () => {
  await using scene = await openScene()
  await scene.control('webhooks', { deliver: false })
  await payCart(scene, cart(920))
  await scene.control('clock', { seconds: 2 * 24 * 3600 })
  expect(scene.webhooks.calls()).toBe(0)
  await scene.control('webhooks', { deliver: true })
  await expect.poll(() => scene.webhooks.types(), patient).toEqual(eventsOfAPayment)
})

test('an event can be delivered again on demand', async () => {
  await using scene = await openScene()
  await openAccount(scene)
  await expect.poll(() => scene.webhooks.received.length, patient).toBe(1)
  const id = scene.webhooks.received[0]?.id
  await scene.control('redeliver', { event: id })
  await expect
    .poll(() => scene.webhooks.received.map((event) => event.id), patient)
    .toEqual([id, id])
  await expect(scene.control('redeliver', { event: 'evt_unknown' })).rejects.toThrow('No event')
})

test('in chaos every event still arrives, some more than once', async () => {
  await using scene = await openScene({ SANDBOX_CHAOS: '1' })
  const session = await openSession(scene, cart(920))
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await payAsCustomer(session.url, { card: '4000000000000002' })
  }
  await scene.control('clock', { seconds: 10 })
  const emitted = await scene.stripe.events.list({ limit: 100 })
  const ids = new Set(emitted.data.map(({ id }) => id))
  expect(ids.size).toBe(21)
  await expect
    .poll(() => new Set(scene.webhooks.received.map(({ id }) => id)), patient)
    .toEqual(ids)
  await expect
    .poll(async () => (await scene.stripe.events.list({ limit: 100 })).data, patient)
    .toSatisfy((data: { pending_webhooks: number }[]) =>
      data.every((event) => event.pending_webhooks === 0),
    )
  expect(scene.webhooks.received.length).toBeGreaterThan(ids.size)
})

test('thin events only name the account, and are listed page by page', async () => {
  await using scene = await openScene()
  const first = await openAccount(scene)
  const second = await openAccount(scene)
  await scene.stripe.v2.core.accounts.update(second.id, { display_name: 'Ada' })
  const types: string[] = []
  for await (const event of scene.stripe.v2.core.events.list({ object_id: second.id, limit: 1 })) {
    types.push(event.type)
  }
  expect(types).toEqual(['v2.core.account.updated', 'v2.core.account.created'])
  const { data } = await scene.stripe.v2.core.events.list({ object_id: first.id })
  const event = await scene.stripe.v2.core.events.retrieve(data[0]?.id ?? '')
  expect(event).toMatchObject({ related_object: { id: first.id, type: 'v2.core.account' } })
})
