import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  createUser,
  createTrack,
  createTestApp,
  thinWebhookSecret,
  webhookSecret,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import {
  createArtistWithPayouts,
  checkOut,
  deliver,
  deliverThin,
  eventsOf,
  pay,
} from '../../../../tests/support/shopping.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const now = () => Math.floor(Date.now() / 1000)
const exampleEvent = {
  id: 'evt_1',
  object: 'event',
  type: 'transfer.created',
  livemode: false,
  data: { object: { id: 'tr_1', object: 'transfer' } },
}

/** Per endpoint: its event, its secret and the secret of the other endpoint. */
const endpoints = [
  {
    path: '/api/stripe/webhook',
    event: exampleEvent,
    secret: webhookSecret,
    otherSecret: thinWebhookSecret,
  },
  {
    path: '/api/stripe/webhook/thin',
    event: { ...exampleEvent, object: 'v2.core.event', type: 'v2.core.account.updated' },
    secret: thinWebhookSecret,
    otherSecret: webhookSecret,
  },
]

test.each(endpoints)(
  'an event with an invalid signature is refused and not stored: $path',
  async ({ path, event, secret, otherSecret }) => {
    await using app = await createTestApp()
    const invalid = [
      { secret: 'whsec_somebody_else' },
      { secret: otherSecret },
      { secret, timestamp: now() - 301 },
      { secret, timestamp: now() + 3600 },
      { secret, payload: JSON.stringify(event, null, 1) },
      { secret, payload: JSON.stringify({ ...event, id: 'evt_2' }) },
    ]
    for (const delivery of invalid) {
      const response = await deliver(app, event, { path, ...delivery })
      expect([delivery, response.statusCode, response.json().code]).toEqual([
        delivery,
        400,
        'event_not_genuine',
      ])
    }
    expect(await app.db.selectFrom('payment_events').select('id').execute()).toEqual([])
    expect((await deliver(app, event, { path, secret })).statusCode).toBe(200)
  },
)

test.each(endpoints)('an event without a signature is refused: $path', async ({ path, event }) => {
  const app = await sharedApp()
  for (const signature of [undefined, '', 't=1,v1=00', 'v1=00']) {
    const response = await app.http.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
      payload: JSON.stringify(event),
    })
    expect([response.statusCode, response.json().code]).toEqual([400, 'event_not_genuine'])
  }
})

test.each([
  ['/api/stripe/webhook', { secret: 'whsec_somebody_else' }, 'No signatures found matching'],
  ['/api/stripe/webhook/thin', { secret: 'whsec_somebody_else' }, 'No signatures found matching'],
  ['/api/stripe/webhook', { timestamp: now() - 301 }, 'Timestamp outside the tolerance zone'],
  ['/api/stripe/webhook', { timestamp: now() + 3600 }, 'from the future'],
])(
  'events refused at %s for %j log one warning, at once, without body or secret',
  async (path, delivery, reason) => {
    const lines: string[] = []
    await using app = await createTestApp({
      logLevel: 'warn',
      logStream: { write: (line) => void lines.push(line) },
    })
    for (let count = 0; count < 50; count++) await deliver(app, exampleEvent, { path, ...delivery })

    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 40, endpoint: path, count: 1, reason: expect.stringContaining(reason) },
    ])
    expect(lines.join('')).not.toMatch(/whsec_|tr_1|evt_1|v1=/)
  },
)

const storedEvents = (app: TestApp) =>
  app.db.selectFrom('payment_events').selectAll().orderBy('id').execute()

const queuedJobs = async (app: TestApp) =>
  (await sql`select from graphile_worker.jobs`.execute(app.db)).rows.length

test.each(['/api/stripe/webhook', '/api/stripe/webhook/thin'])(
  'a live event is acknowledged, counted and ignored while the server has a test key: %s',
  async (path) => {
    await using app = await createTestApp()
    const isThin = path.endsWith('thin')
    const object = {
      id: 'cs_1',
      object: 'checkout.session',
      client_reference_id: crypto.randomUUID(),
    }
    const live = { ...exampleEvent, data: { object }, livemode: true }
    const thin = {
      ...exampleEvent,
      object: 'v2.core.event',
      type: 'v2.core.account[requirements].updated',
      livemode: true,
      related_object: { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' },
    }
    for (let times = 0; times < 2; times++) {
      const response = await deliver(app, isThin ? thin : live, {
        path,
        ...(isThin ? { secret: thinWebhookSecret } : {}),
      })
      expect([response.statusCode, response.json()]).toEqual([200, { received: true }])
    }
    expect(await storedEvents(app)).toMatchObject([
      { id: 'evt_1', is_of_other_mode: true, processed_at: expect.any(Date) },
    ])
    expect(await queuedJobs(app)).toBe(0)
  },
)

test('a test event is ignored while the server has a live key', async () => {
  const { openStripePayments } = await import('#server/gateways/payments/stripe-payments.ts')
  const payments = openStripePayments({
    secretKey: 'sk_live_x',
    webhookSecret: 'whsec_live',
    thinWebhookSecret: 'whsec_thin',
  })
  await using app = await createTestApp({ payments })
  for (const livemode of [false, true]) {
    const event = { ...exampleEvent, id: `evt_${livemode}`, livemode }
    expect((await deliver(app, event, { secret: 'whsec_live' })).statusCode).toBe(200)
  }
  expect(await storedEvents(app)).toMatchObject([
    { id: 'evt_false', is_of_other_mode: true },
    { id: 'evt_true', is_of_other_mode: false },
  ])
})

test('during a rotation of the secret the old and the new one are accepted', async () => {
  const app = await sharedApp()
  const { openStripePayments } = await import('#server/gateways/payments/stripe-payments.ts')
  const payments = openStripePayments({
    secretKey: 'sk_test_x',
    webhookSecret: 'whsec_new, whsec_old',
    thinWebhookSecret: 'whsec_thin',
  })
  await using rotated = await createTestApp({ payments })
  for (const secret of ['whsec_old', 'whsec_new']) {
    expect(
      (await deliver(rotated, { ...exampleEvent, id: `evt_${secret}` }, { secret })).statusCode,
    ).toBe(200)
  }
  const old = await deliver(app, exampleEvent, { secret: 'whsec_old' })
  expect([old.statusCode, old.json().code]).toEqual([400, 'event_not_genuine'])
})

test('an event about an object without a row is stored and acknowledged, and changes nothing', async () => {
  await using app = await createTestApp()
  const unrelated = {
    id: 'evt_strange',
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: {
      object: { id: 'cs_test_1', object: 'checkout.session', client_reference_id: 'cart-17' },
    },
  }
  expect((await deliver(app, exampleEvent)).statusCode).toBe(200)
  expect((await deliver(app, unrelated)).statusCode).toBe(200)
  await app.work()
  const stored = await app.db
    .selectFrom('payment_events')
    .select(['id', 'processed_at'])
    .orderBy('id')
    .execute()
  expect(stored).toEqual([
    { id: 'evt_1', processed_at: null },
    { id: 'evt_strange', processed_at: expect.any(Date) },
  ])
})

test('a body over a megabyte is refused', async () => {
  const app = await sharedApp()
  const response = await deliver(app, { ...exampleEvent, padding: 'x'.repeat(1_100_000) })
  expect([response.statusCode, response.json().code]).toEqual([413, 'payload_too_large'])
})

test('a thin event makes the server fetch the account', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  const accountOf = () =>
    app.db
      .selectFrom('payment_accounts')
      .selectAll()
      .where('user_id', '=', artist.id)
      .executeTakeFirstOrThrow()
  const account = await accountOf()
  expect(account.checked_at).toBeNull()
  expect((await deliverThin(app, account.provider_account_id)).statusCode).toBe(200)
  await app.work()
  expect(await accountOf()).toMatchObject({ payouts_enabled: false, checked_at: expect.any(Date) })
})

test('an event that arrives before the session id is stored is not lost', async () => {
  const app = await sharedApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const { url, sessionId, paymentId } = await checkOut(app, mia, [track.id])
  await pay(url)
  // As if the process had crashed between the provider's response and the UPDATE.
  await app.db
    .updateTable('payments')
    .set({ checkout_session_id: null, checkout_url: null })
    .where('id', '=', paymentId)
    .execute()
  for (const event of await eventsOf(app, sessionId)) await deliver(app, event)
  await app.work()
  const payment = await app.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirst()
  expect(payment).toMatchObject({ status: 'paid', checkout_session_id: sessionId })
})
