import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { maxArtistPricePence } from '#rules/price.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import {
  createUser,
  createTrack,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import {
  createArtistWithPayouts,
  checkOut,
  failNextRequest,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const path = 'POST /api/proxy/stripe/create-cart-checkout-session'

const ordersOf = ({ db }: TestApp, { id }: TestUser) =>
  db.selectFrom('orders').select(['id', 'status']).where('customer_id', '=', id).execute()

test('one payment covers several artists, in pounds, priced by the database (CHK-01, CHK-11, ROL-11, API-20, FMT-01)', async () => {
  const app = await emptyApp()
  const [rosa, tom, mia] = [
    await createArtistWithPayouts(app),
    await createArtistWithPayouts(app),
    await createUser(app),
  ]
  const first = await createTrack(app.db, {
    artistId: rosa.id,
    pricePence: 500,
    title: 'Skye Boat Song',
  })
  const second = await createTrack(app.db, { artistId: tom.id, pricePence: 300 })

  const { sessionId, paymentId, orderId } = await checkOut(app, mia, [first.id, second.id])

  const session = await provider(app).checkout.sessions.retrieve(sessionId, {
    expand: ['line_items'],
  })
  expect(session).toMatchObject({
    amount_total: 920,
    currency: 'gbp',
    client_reference_id: paymentId,
    metadata: { order_id: orderId },
    customer_email: mia.email,
  })
  // Otherwise the fee may be unknown for an hour, which delays the downloads.
  expect(await captureMethodOf(app, session.url ?? '', sessionId)).toBe('automatic')
  const lines = session.line_items?.data.map((line) => [line.description, line.amount_total])
  expect(lines).toContainEqual(['Skye Boat Song', 570])
  expect(lines).toContainEqual(['The Parting Glass', 350])
})

test.each([
  { price: 1 },
  { customerPrice: 0.01 },
  { total: 1, totalPence: 1, amount: 1 },
  { currency: 'usd' },
  { customerId: 'someone else', artistId: 'someone' },
  { items: [], discount: 100 },
])('extra fields in the request do not change the charge: %j', async (extra) => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const response = await app.call(path, {
    as: mia,
    send: { ...extra, items: [{ trackId: track.id, ...extra }] },
  })
  expect(response.statusCode).toBe(200)
  const payments = app.db.selectFrom('payments').where('customer_id', '=', mia.id)
  const payment = await payments.selectAll().executeTakeFirstOrThrow()
  const session = await provider(app).checkout.sessions.retrieve(payment.checkout_session_id ?? '')
  expect([session.amount_total, session.currency, payment.customer_id]).toEqual([
    570,
    'gbp',
    mia.id,
  ])
})

test('the payment page names the key of each recording, and a key that changed opens another checkout', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const [first, second] = [
    await createTrack(app.db, { artistId: artist.id, title: 'Skye Boat Song' }),
    await createTrack(app.db, { artistId: artist.id, title: 'Home' }),
  ]
  const setKey = (id: string, key: string | null) =>
    app.db.updateTable('tracks').set({ key_signature: key }).where('id', '=', id).execute()
  await setKey(first.id, 'F#m')
  await setKey(second.id, null)
  const linesOnPage = async (url: string) => {
    const page = await (await fetch(url)).text()
    return [...page.matchAll(/<th scope="row">(.*?)<\/th>/gs)].map(([, text = '']) =>
      text
        .replaceAll(/<[^>]*>|\s+/g, ' ')
        .trim()
        .replaceAll(/ +/g, ' '),
    )
  }
  const checkout = await checkOut(app, mia, [first.id, second.id])
  expect((await linesOnPage(checkout.url)).toSorted()).toEqual([
    'Home',
    'Skye Boat Song Key of F sharp minor',
    'Total',
  ])
  expect(await checkOut(app, mia, [first.id, second.id])).toEqual(checkout)

  await setKey(first.id, 'Gm')
  const changed = await checkOut(app, mia, [first.id, second.id])
  expect(await linesOnPage(changed.url)).toContain('Skye Boat Song Key of G minor')
  const former = await provider(app).checkout.sessions.retrieve(checkout.sessionId)
  expect(former.status).toBe('expired')
})

test('a price that changed since it was shown stops the checkout', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const response = await app.call(path, {
    as: mia,
    send: { items: [{ trackId: track.id, customerPricePence: 569 }] },
  })
  expect([response.statusCode, response.json().code]).toEqual([409, 'cart_changed'])
  expect(await ordersOf(app, mia)).toEqual([])
})

test('own tracks, unknown tracks and an empty cart cannot be paid for', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const own = await createTrack(app.db, { artistId: artist.id })
  const checkOutItems = (items: object[]) => app.call(path, { as: artist, send: { items } })
  expect((await checkOutItems([])).json().code).toBe('cart_empty')
  expect((await checkOutItems([{ trackId: own.id }])).json().code).toBe('cart_changed')
  expect(
    (await checkOutItems([{ trackId: '8f14e45f-ceea-467f-a1d2-91b5a1c0c0de' }])).json().code,
  ).toBe('cart_changed')
  expect((await checkOutItems([{ trackId: 'nonsense' }])).json().code).toBe('invalid_input')
})

test('tracks of an artist who cannot be paid are not sold until the artist can be paid again', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const account = app.db.updateTable('payment_accounts').where('user_id', '=', artist.id)
  await account.set({ payouts_enabled: false }).execute()
  const response = await app.call(path, { as: mia, send: { items: [{ trackId: track.id }] } })
  expect([response.statusCode, response.json().code]).toEqual([409, 'cart_changed'])
  expect((await app.call(`GET /api/proxy/tracks/${track.id}`)).statusCode).toBe(200)

  await app.call('GET /api/artist/payment-setup', { as: artist })
  expect((await checkOut(app, mia, [track.id])).url).toMatch(/^http/)
})

test('a visitor cannot check out (ROL-06)', async () => {
  const app = await emptyApp()
  const response = await app.call(path, { send: { items: [] } })
  expect([response.statusCode, response.json().code]).toEqual([401, 'login_required'])
})

test('a total below 30p is refused with a message that suggests adding a track', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const cheap = await createTrack(app.db, { artistId: artist.id, pricePence: 8 })
  const response = await app.call(path, { as: mia, send: { items: [{ trackId: cheap.id }] } })
  expect(response.json().message).toBe('Card payments start at £0.30. Add another track.')
  const another = await createTrack(app.db, { artistId: artist.id, pricePence: 0 })
  expect((await checkOut(app, mia, [cheap.id, another.id])).url).toMatch(/^http/)
})

test('fifty clicks at once open one checkout', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const responses = await Promise.all(
    Array.from({ length: 50 }, () =>
      app.call(path, { as: mia, send: { items: [{ trackId: track.id }] } }),
    ),
  )
  const urls = new Set(
    responses.filter(({ statusCode }) => statusCode === 200).map((response) => response.json().url),
  )
  expect(urls.size).toBe(1)
  // A call made while its key is in use at the provider may get a 502 and can be repeated: there is one checkout.
  expect(responses.every(({ statusCode }) => [200, 502].includes(statusCode))).toBe(true)
  expect(await ordersOf(app, mia)).toHaveLength(1)
})

test('another cart closes the former checkout, so that two can never be paid', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const first = await createTrack(app.db, { artistId: artist.id })
  const second = await createTrack(app.db, { artistId: artist.id })
  const former = await checkOut(app, mia, [first.id])
  const latter = await checkOut(app, mia, [first.id, second.id])

  expect(latter.sessionId).not.toBe(former.sessionId)
  const closed = await provider(app).checkout.sessions.retrieve(former.sessionId)
  expect(closed.status).toBe('expired')
  const statuses = await ordersOf(app, mia)
  expect(Object.fromEntries(statuses.map(({ id, status }) => [id, status]))).toEqual({
    [former.orderId]: 'expired',
    [latter.orderId]: 'pending',
  })
})

test('a former checkout that was paid meanwhile is fulfilled, not charged again', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const first = await createTrack(app.db, { artistId: artist.id })
  const second = await createTrack(app.db, { artistId: artist.id })
  const former = await checkOut(app, mia, [first.id])
  await pay(former.url)

  const response = await app.call(path, {
    as: mia,
    send: { items: [{ trackId: first.id }, { trackId: second.id }] },
  })
  expect(response.json().code).toBe('cart_changed')
  const mine = await app.call('GET /api/proxy/my-tracks', { as: mia })
  expect(mine.json()).toMatchObject({ tracks: [{ track: { id: first.id } }] })
})

test.each(['reset', 'cut', '500'] as const)(
  'when the response to opening a checkout is lost (%s), the next click gets the same one',
  async (how) => {
    const app = await emptyApp()
    const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
    const track = await createTrack(app.db, { artistId: artist.id })
    await failNextRequest(app, how, '/v1/checkout/sessions')
    await app.call(path, { as: mia, send: { items: [{ trackId: track.id }] } })
    const { paymentId } = await checkOut(app, mia, [track.id])

    const sessions = await provider(app).checkout.sessions.list({ limit: 100 })
    expect(
      sessions.data.filter((session) => session.client_reference_id === paymentId),
    ).toHaveLength(1)
  },
)

test.each([
  // 15 minutes later the provider would refuse the order's stored expiry as too soon.
  ['nothing', sql<Date>`expires_at - interval '15 minutes'`, 0],
  // The provider returns a checkout it has opened for the same key, so here the clock is advanced instead.
  ['a checkout unknown to the server', sql<Date>`expires_at`, 15 * 60_000],
] as const)(
  'after an outage of minutes that left %s the same cart can be paid, once',
  async (left, expiresAt, laterMs) => {
    const app = await emptyApp()
    const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
    const track = await createTrack(app.db, { artistId: artist.id })
    const { openCheckout } = app.payments
    vi.spyOn(app.payments, 'openCheckout').mockImplementationOnce(async (checkout) => {
      if (left !== 'nothing') await openCheckout(checkout)
      throw new PaymentUnknown('The card provider does not respond.')
    })
    const send = { items: [{ trackId: track.id }] }
    const refused = await app.call(path, { as: mia, send })
    expect(refused.json()).toMatchObject({ code: 'checkout_unavailable' })

    await app.db.updateTable('payments').set({ expires_at: expiresAt }).execute()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterMs })
    onTestFinished(() => void vi.useRealTimers())
    const { sessionId } = await checkOut(app, mia, [track.id])

    const sessions = await provider(app).checkout.sessions.list({ limit: 100 })
    const sessionsOfMia = sessions.data.filter(({ customer_email }) => customer_email === mia.email)
    expect(sessionsOfMia).toHaveLength(left === 'nothing' ? 1 : 2)
    expect(sessionsOfMia.filter(({ status }) => status === 'open').map(({ id }) => id)).toEqual([
      sessionId,
    ])
  },
)

test('a total above the largest card payment is refused', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const dear = { artistId: artist.id, pricePence: maxArtistPricePence }
  const items = [await createTrack(app.db, dear), await createTrack(app.db, dear)]
  const response = await app.call(path, {
    as: mia,
    send: { items: items.map(({ id }) => ({ trackId: id })) },
  })
  expect([response.statusCode, response.json().code]).toEqual([409, 'above_largest_charge'])
})

async function captureMethodOf(app: TestApp, url: string, sessionId: string) {
  await pay(url)
  const { payment_intent: intent } = await provider(app).checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent'],
  })
  return typeof intent === 'object' ? intent?.capture_method : undefined
}
