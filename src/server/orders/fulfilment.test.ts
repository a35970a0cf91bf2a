import { expect, test, vi } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { moneyProblems } from '../../../tests/support/money-problems.ts'
import { aPerson, aTrack, openScene, type Scene } from '../../../tests/support/scene.ts'
import {
  aPayableArtist,
  checkOut,
  deliver,
  eventsAbout,
  ledgerOf,
  nextAnswerIs,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'

async function aPaidCart(scene: Scene) {
  const [rosa, tom, mia] = [
    await aPayableArtist(scene),
    await aPayableArtist(scene),
    await aPerson(scene),
  ]
  const first = await aTrack(scene.db, { artistId: rosa.id, pricePence: 500 })
  const second = await aTrack(scene.db, { artistId: tom.id, pricePence: 300 })
  const unsold = await aTrack(scene.db, { artistId: tom.id })
  await scene.call('POST /api/proxy/auth/cart/add', { as: mia, send: { trackId: first.id } })
  await scene.call('POST /api/proxy/auth/cart/add', { as: mia, send: { trackId: second.id } })
  const checkout = await checkOut(scene, mia, [first.id, second.id])
  await pay(checkout.url)
  return { rosa, tom, mia, first, second, unsold, ...checkout }
}

/** Everything a paid cart of two artists must have led to, exactly once. */
async function expectFulfilledOnce(scene: Scene, bought: Awaited<ReturnType<typeof aPaidCart>>) {
  const order = await scene.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ id: bought.orderId, status: 'paid', total_pence: 920 })
  const rights = await scene.db.selectFrom('entitlements').select(['user_id', 'track_id']).execute()
  expect(rights.map(({ track_id }) => track_id).toSorted()).toEqual(
    [bought.first.id, bought.second.id].toSorted(),
  )
  const transfers = await provider(scene).transfers.list({
    transfer_group: `order_${bought.orderId}`,
  })
  expect(new Set(transfers.data.map(({ amount }) => amount))).toEqual(new Set([300, 500]))
  expect(transfers.data).toHaveLength(2)
  expect(
    transfers.data.every(({ source_transaction }) => source_transaction === order.charge_id),
  ).toBe(true)
  // Stripe's fee of 1.5% + 20p on £9.20; all pence as in the worked example of the design.
  expect(await ledgerOf(scene)).toEqual({
    stripe_pending: 920 - 34 - 800,
    stripe_fees: 34,
    platform_commission: -80,
    processing_fee: -40,
    [bought.rosa.id]: 0,
    [bought.tom.id]: 0,
  })
  expect(await moneyProblems(scene)).toEqual([])
  const counts = await scene.db.selectFrom('tracks').select(['id', 'purchase_count']).execute()
  expect(Object.fromEntries(counts.map((track) => [track.id, track.purchase_count]))).toEqual({
    [bought.first.id]: 1,
    [bought.second.id]: 1,
    [bought.unsold.id]: 0,
  })
  expect(scene.letters.map(({ to, subject }) => [to, subject])).toEqual([
    [bought.mia.email, 'Your tracks are ready to download'],
  ])
}

test('a paid cart becomes an order, rights, one transfer an artist and a balanced ledger (CHK-09)', async () => {
  await using scene = await openScene()
  const bought = await aPaidCart(scene)
  const [completed] = await eventsAbout(scene, bought.sessionId)
  const answer = await deliver(scene, completed ?? {})
  await scene.work()

  expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
  await expectFulfilledOnce(scene, bought)
  const cart = await scene.call('GET /api/proxy/auth/cart', { as: bought.mia })
  expect(cart.json().totalItems).toBe(0)
  const mine = await scene.call('GET /api/proxy/my-tracks', { as: bought.mia })
  expect(mine.json<{ tracks: unknown[] }>().tracks).toHaveLength(2)
})

test('the ledger books the fee that the provider took, of a foreign card too', async () => {
  await using scene = await openScene()
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id, pricePence: 500 })
  const { url, sessionId } = await checkOut(scene, mia, [track.id])
  await pay(url, '4000002760000016')
  await scene.call(`GET /api/checkout/${sessionId}`, { as: mia })
  // 3.25% + 20p of £5.70
  expect(await ledgerOf(scene)).toMatchObject({ stripe_fees: 39, stripe_pending: 570 - 39 })
})

test('a webhook delivered fifty times at once and out of order has one effect', async () => {
  await using scene = await openScene()
  const bought = await aPaidCart(scene)
  const events = await eventsAbout(scene, bought.sessionId)
  // The same fact as another event, too: ids alone do not tell repetitions apart.
  const renamed = events.map((event) => ({ ...event, id: `${event.id}_again` }))
  const deliveries = [...events, ...renamed].toReversed()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => deliver(scene, deliveries[at % deliveries.length] ?? {})),
  )
  await Promise.all([scene.work(), scene.work(), scene.work(), scene.work()])
  await scene.work()

  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  await expectFulfilledOnce(scene, bought)
})

test('without any webhook the reconciliation fulfils', async () => {
  await using scene = await openScene()
  const bought = await aPaidCart(scene)
  await scene.db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - 120_000) })
    .execute()
  await addJob(scene.db, 'reconcile_payments', {})
  await scene.work()
  await expectFulfilledOnce(scene, bought)
})

test('the waiting page itself fulfils, and says how far it is', async () => {
  await using scene = await openScene()
  const bought = await aPaidCart(scene)
  const ask = () => scene.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
  expect((await ask()).json()).toMatchObject({ state: 'paid', totalPence: 920 })
  await scene.work()
  await expectFulfilledOnce(scene, bought)
})

test("another customer's checkout does not exist", async () => {
  await using scene = await openScene()
  const bought = await aPaidCart(scene)
  const other = await aPerson(scene)
  const answer = await scene.call(`GET /api/checkout/${bought.sessionId}`, { as: other })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  expect(answer.body).not.toContain('Parting')
})

test('an unpaid checkout gives nothing, whatever an event claims', async () => {
  await using scene = await openScene()
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id })
  const { sessionId, orderId } = await checkOut(scene, mia, [track.id])
  await deliver(scene, {
    id: 'evt_lie',
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: {
      object: {
        id: sessionId,
        object: 'checkout.session',
        client_reference_id: orderId,
        payment_status: 'paid',
        amount_total: 570,
      },
    },
  })
  await scene.work()
  expect(await scene.db.selectFrom('entitlements').select('track_id').execute()).toEqual([])
  // The second answer comes without asking the provider again: it must not differ.
  const ask = () => scene.call(`GET /api/checkout/${sessionId}`, { as: mia })
  expect([(await ask()).json().state, (await ask()).json().state]).toEqual(['open', 'open'])
})

test('while the provider cannot say what a payment cost, the downloads are being prepared', async () => {
  await using scene = await openScene()
  const bought = await aPaidCart(scene)
  const paid = await scene.payments.findCheckout(bought.sessionId)
  const asked = vi.spyOn(scene.payments, 'findCheckout')
  asked.mockResolvedValue({ ...paid, payment: null })
  const state = await scene.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
  expect(state.json().state).toBe('preparing')
  const [completed] = await eventsAbout(scene, bought.sessionId)
  await deliver(scene, completed ?? {})
  await scene.work()
  expect(await scene.db.selectFrom('entitlements').select('track_id').execute()).toEqual([])

  asked.mockRestore()
  await scene.letTimePass()
  await scene.work()
  await expectFulfilledOnce(scene, bought)
})

test.each([
  { totalPence: 919 },
  { currency: 'usd' },
  { orderId: '8f14e45f-ceea-467f-a1d2-91b5a1c0c0de' },
  { orderId: null },
  { livemode: true },
])('a payment that does not match its order fulfils nothing: %j', async (otherwise) => {
  await using scene = await openScene()
  const bought = await aPaidCart(scene)
  const paid = await scene.payments.findCheckout(bought.sessionId)
  vi.spyOn(scene.payments, 'findCheckout').mockResolvedValue({ ...paid, ...otherwise })
  const [completed] = await eventsAbout(scene, bought.sessionId)
  await deliver(scene, completed ?? {})
  await scene.work()
  const orders = await scene.db.selectFrom('orders').select('status').execute()
  expect(orders).toEqual([{ status: 'pending' }])
  expect(await scene.db.selectFrom('entitlements').select('track_id').execute()).toEqual([])
  expect(await ledgerOf(scene)).toEqual({})
})

test.each(['reset', 'cut', '500'] as const)(
  'a transfer whose answer is lost (%s) is not made twice',
  async (how) => {
    await using scene = await openScene()
    const bought = await aPaidCart(scene)
    await scene.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
    await nextAnswerIs(scene, how, '/v1/transfers')
    await scene.work()
    await scene.letTimePass()
    await scene.work()
    await expectFulfilledOnce(scene, bought)
  },
)

test('an artist who cannot be paid yet is paid once that changes, the other at once', async () => {
  await using scene = await openScene()
  const bought = await aPaidCart(scene)
  await scene.db
    .updateTable('payout_accounts')
    .set({ ready: false })
    .where('user_id', '=', bought.tom.id)
    .execute()
  await scene.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
  await scene.work()
  const statuses = () => scene.db.selectFrom('payouts').select(['artist_id', 'status']).execute()
  expect(await statuses()).toEqual(
    expect.arrayContaining([
      { artist_id: bought.rosa.id, status: 'sent' },
      { artist_id: bought.tom.id, status: 'blocked' },
    ]),
  )
  await scene.call('GET /api/artist/payment-setup', { as: bought.tom })
  await scene.work()
  await expectFulfilledOnce(scene, bought)
})

test('a checkout that expired unpaid frees the customer for the next', async () => {
  await using scene = await openScene()
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id })
  const { sessionId, orderId } = await checkOut(scene, mia, [track.id])
  await provider(scene).checkout.sessions.expire(sessionId)
  for (const event of await eventsAbout(scene, sessionId)) await deliver(scene, event)
  await scene.work()
  const order = await scene.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirst()
  expect(order?.status).toBe('expired')
  expect((await checkOut(scene, mia, [track.id])).orderId).not.toBe(orderId)
})

test('a bought track cannot be bought again', async () => {
  await using scene = await openScene()
  const bought = await aPaidCart(scene)
  await scene.call(`GET /api/checkout/${bought.sessionId}`, { as: bought.mia })
  const add = await scene.call('POST /api/proxy/auth/cart/add', {
    as: bought.mia,
    send: { trackId: bought.first.id },
  })
  expect(add.json().code).toBe('track_owned')
})
