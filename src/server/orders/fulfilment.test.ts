import { expect, test, vi } from 'vitest'
import type { Cart } from '#contracts/cart.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { createUser, createTrack, type TestApp } from '../../../tests/support/test-app.ts'
import {
  activityOf,
  checkOut,
  createArtistWithPayouts,
  deliver,
  eventsOf,
  failNextRequest,
  ledgerOf,
  paidCart,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

async function createPaidCart(app: TestApp) {
  const [rosa, tom, mia] = [
    await createArtistWithPayouts(app),
    await createArtistWithPayouts(app),
    await createUser(app),
  ]
  const first = await createTrack(app.db, { artistId: rosa.id, pricePence: 500 })
  const second = await createTrack(app.db, { artistId: tom.id, pricePence: 300 })
  const unsold = await createTrack(app.db, { artistId: tom.id })
  await app.call('POST /api/proxy/auth/cart/add', { as: mia, send: { trackId: first.id } })
  await app.call('POST /api/proxy/auth/cart/add', { as: mia, send: { trackId: second.id } })
  const checkout = await checkOut(app, mia, [first.id, second.id])
  await pay(checkout.url)
  return { rosa, tom, mia, first, second, unsold, ...checkout }
}

/** Expects all effects of a paid cart of two artists, each exactly once. */
async function expectFulfilledOnce(
  app: TestApp,
  bought: Awaited<ReturnType<typeof createPaidCart>>,
) {
  const order = await app.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ id: bought.orderId, status: 'paid', total_pence: 920 })
  const payment = await app.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  expect(payment).toMatchObject({ id: bought.paymentId, status: 'paid', amount_pence: 920 })
  const entitlements = await app.db
    .selectFrom('entitlements')
    .select(['user_id', 'track_id'])
    .execute()
  expect(entitlements.map(({ track_id }) => track_id).toSorted()).toEqual(
    [bought.first.id, bought.second.id].toSorted(),
  )
  const transfers = await provider(app).transfers.list({
    transfer_group: `order_${bought.orderId}`,
  })
  expect(new Set(transfers.data.map(({ amount }) => amount))).toEqual(new Set([300, 500]))
  expect(transfers.data).toHaveLength(2)
  expect(
    transfers.data.every(({ source_transaction }) => source_transaction === payment.charge_id),
  ).toBe(true)
  // Stripe's fee of 1.5% + 20p on £9.20; all pence as in the worked example of the design.
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: 920 - 34 - 800,
    stripe_fees: 34,
    platform_commission: -80,
    processing_fee: -40,
    [bought.rosa.id]: 0,
    [bought.tom.id]: 0,
  })
  expect(await moneyProblems(app)).toEqual([])
  expect(await activityOf(app.db, 'purchases')).toEqual({
    [bought.first.id]: 1,
    [bought.second.id]: 1,
    [bought.unsold.id]: 0,
  })
  const toBuyer = app.emails.filter(({ to }) => to === bought.mia.email)
  expect(toBuyer.map(({ subject }) => subject)).toEqual(['Your tracks are ready to download'])
}

test('a paid cart becomes an order, entitlements, one transfer per artist and a balanced ledger (CHK-09)', async () => {
  const app = await emptyApp()
  const bought = await createPaidCart(app)
  const { mia, unsold } = bought
  await app.call('POST /api/proxy/auth/cart/add', { as: mia, send: { trackId: unsold.id } })
  const [completed] = await eventsOf(app, bought.sessionId)
  const response = await deliver(app, completed ?? {})
  await app.work()

  expect([response.statusCode, response.json()]).toEqual([200, { received: true }])
  await expectFulfilledOnce(app, bought)
  // Tracks that were not in the checkout stay in the cart.
  const cart = await app.call('GET /api/proxy/auth/cart', { as: mia })
  expect(cart.json<Cart>().items.map(({ track: { id } }) => id)).toEqual([unsold.id])
  const mine = await app.call('GET /api/proxy/my-tracks', { as: mia })
  expect(mine.json<{ tracks: unknown[] }>().tracks).toHaveLength(2)
})

test('the ledger books the fee that the provider charged, also for a foreign card', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  await paidCart(app, mia, [track.id], '4000002760000016')
  // 3.25% + 20p of £5.70
  expect(await ledgerOf(app)).toMatchObject({ stripe_fees: 39, stripe_pending: 570 - 39 })
})

test('a webhook delivered fifty times at once and out of order has one effect', async () => {
  const app = await emptyApp()
  const bought = await createPaidCart(app)
  const events = await eventsOf(app, bought.sessionId)
  // The same fact with another event id, too: event ids alone do not detect all duplicates.
  const renamed = events.map((event) => ({ ...event, id: `${event.id}_again` }))
  const deliveries = [...events, ...renamed].toReversed()
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, at) => deliver(app, deliveries[at % deliveries.length] ?? {})),
  )
  await Promise.all([app.work(), app.work(), app.work(), app.work()])
  await app.work()

  expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true)
  await expectFulfilledOnce(app, bought)
})

test('without a webhook the reconciliation fulfils the order', async () => {
  const app = await emptyApp()
  const bought = await createPaidCart(app)
  await app.db
    .updateTable('payments')
    .set({ created_at: new Date(Date.now() - 120_000) })
    .execute()
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
  await expectFulfilledOnce(app, bought)
})

test('the request of the waiting page fulfils the order and returns its state', async () => {
  const app = await emptyApp()
  const bought = await createPaidCart(app)
  const fetchCheckout = () => app.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
  expect((await fetchCheckout()).json()).toMatchObject({ state: 'paid', totalPence: 920 })
  await app.work()
  await expectFulfilledOnce(app, bought)
})

test("another customer's checkout is not found", async () => {
  const app = await emptyApp()
  const bought = await createPaidCart(app)
  const other = await createUser(app)
  const response = await app.call(`GET /api/checkout/${bought.sessionId}`, { as: other })
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  expect(response.body).not.toContain('Parting')
})

test('an unpaid checkout grants nothing, even if an event reports it as paid', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const { sessionId, paymentId } = await checkOut(app, mia, [track.id])
  await deliver(app, {
    id: 'evt_lie',
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: {
      object: {
        id: sessionId,
        object: 'checkout.session',
        client_reference_id: paymentId,
        payment_status: 'paid',
        amount_total: 570,
      },
    },
  })
  await app.work()
  const granted = app.db.selectFrom('entitlements').where('user_id', '=', mia.id)
  expect(await granted.select('track_id').execute()).toEqual([])
  // The second response is cached: it must not differ.
  const fetchCheckout = () => app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  expect([(await fetchCheckout()).json().state, (await fetchCheckout()).json().state]).toEqual([
    'open',
    'open',
  ])
})

test('while the provider does not know its fee yet, the state is preparing', async () => {
  const app = await emptyApp()
  const bought = await createPaidCart(app)
  const paid = await app.payments.findCheckout(bought.sessionId)
  const findCheckout = vi.spyOn(app.payments, 'findCheckout')
  findCheckout.mockResolvedValue({ ...paid, charge: null })
  const state = await app.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
  expect(state.json().state).toBe('preparing')
  const [completed] = await eventsOf(app, bought.sessionId)
  await deliver(app, completed ?? {})
  await app.work()
  expect(await app.db.selectFrom('entitlements').select('track_id').execute()).toEqual([])

  findCheckout.mockRestore()
  await app.letTimePass()
  await app.work()
  await expectFulfilledOnce(app, bought)
})

test.each(['reset', 'cut', '500'] as const)(
  'a transfer whose response is lost (%s) is not sent twice',
  async (how) => {
    const app = await emptyApp()
    const bought = await createPaidCart(app)
    await app.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
    await failNextRequest(app, how, '/v1/transfers')
    await app.work()
    await app.letTimePass()
    await app.work()
    await expectFulfilledOnce(app, bought)
  },
)

test('an artist who is not ready is paid when ready, the other artist at once', async () => {
  const app = await emptyApp()
  const bought = await createPaidCart(app)
  await app.db
    .updateTable('payment_accounts')
    .set({ payouts_enabled: false })
    .where('user_id', '=', bought.tom.id)
    .execute()
  await app.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
  await app.work()
  const statuses = () => app.db.selectFrom('transfers').select(['artist_id', 'status']).execute()
  expect(await statuses()).toEqual(
    expect.arrayContaining([
      { artist_id: bought.rosa.id, status: 'sent' },
      { artist_id: bought.tom.id, status: 'blocked' },
    ]),
  )
  await app.call('GET /api/artist/payment-setup', { as: bought.tom })
  await app.work()
  await expectFulfilledOnce(app, bought)
})

test('after a checkout expired unpaid the customer can open the next one', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const { sessionId, orderId } = await checkOut(app, mia, [track.id])
  await provider(app).checkout.sessions.expire(sessionId)
  for (const event of await eventsOf(app, sessionId)) await deliver(app, event)
  await app.work()
  const order = await app.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirst()
  expect(order?.status).toBe('expired')
  expect((await checkOut(app, mia, [track.id])).orderId).not.toBe(orderId)
})

test('a bought track cannot be bought again', async () => {
  const app = await emptyApp()
  const bought = await createPaidCart(app)
  await app.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
  const add = await app.call('POST /api/proxy/auth/cart/add', {
    as: bought.mia,
    send: { trackId: bought.first.id },
  })
  expect(add.json().code).toBe('track_owned')
})
