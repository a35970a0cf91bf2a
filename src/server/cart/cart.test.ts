import { expect, test } from 'vitest'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const add = (app: TestApp, as: TestUser, trackId: string) =>
  app.call('POST /api/proxy/auth/cart/add', { as, send: { trackId } })

async function createArtistAndCustomer(app: TestApp) {
  const artist = await createArtistWithPayouts(app)
  const mia = await createUser(app)
  return { artist, mia }
}

test('a customer adds a track and sees it at the customer price (CRT-06, API-16, API-17)', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })

  const response = await add(app, mia, track.id)

  expect(response.statusCode).toBe(200)
  const cart = await app.call('GET /api/proxy/auth/cart', { as: mia })
  expect(response.json()).toEqual(cart.json())
  expect(cart.json()).toMatchObject({
    items: [
      {
        track: {
          id: track.id,
          customerPrice: 5.7,
          customerPricePence: 570,
          user: { username: artist.username },
        },
        addedAt: expect.stringMatching(/^\d{4}-/),
      },
    ],
    totalItems: 1,
    totalPrice: 5.7,
    totalPricePence: 570,
  })
})

test('a customer who logs in on another device gets the same cart (CRT-04, ROL-11)', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const track = await createTrack(app.db, { artistId: artist.id })
  await add(app, mia, track.id)

  const login = await app.call('POST /api/accounts/log-in', {
    send: { email: mia.email, password: 'sing it to me' },
  })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(cookie).not.toBe(mia.cookie)
  const cart = await app.call('GET /api/proxy/auth/cart', { as: { ...mia, cookie } })
  expect(cart.json()).toMatchObject({ totalItems: 1, items: [{ track: { id: track.id } }] })
})

test('responses to customers do not contain the artist price; those to the artist do (TRK-39)', async () => {
  await using app = await createTestApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 4321 })
  const responses = [
    await add(app, mia, track.id),
    await app.call('GET /public/tracks/query'),
    await app.call(`GET /api/proxy/tracks/${track.id}`),
  ]
  for (const response of responses) {
    expect(response.body).not.toMatch(/[:,[](4321|43\.21)[,}\]]/)
    expect(response.body).not.toMatch(/"price(Pence)?":(?!null)/)
  }
  const own = await app.call('GET /api/proxy/artists/tracks', { as: artist })
  expect(own.json()).toMatchObject({ tracks: [{ pricePence: 4321, customerPricePence: 4773 }] })
})

test('a track already in the cart is refused, and the cart is unchanged (CRT-02, ERR-38)', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const track = await createTrack(app.db, { artistId: artist.id })
  await add(app, mia, track.id)

  const response = await add(app, mia, track.id)

  expect(response.statusCode).toBe(409)
  expect(response.json()).toEqual({
    code: 'track_already_in_cart',
    message: 'Track is already in cart',
    error: 'Track is already in cart',
  })
  const cart = await app.call('GET /api/proxy/auth/cart', { as: mia })
  expect(cart.json().totalItems).toBe(1)
})

test('twenty clicks at once add a track once', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const track = await createTrack(app.db, { artistId: artist.id })
  const responses = await Promise.all(Array.from({ length: 20 }, () => add(app, mia, track.id)))
  expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1)
  const refused = responses.filter((response) => response.json().code === 'track_already_in_cart')
  expect(refused).toHaveLength(19)
})

test('an own track, an unknown one and one of a banned artist cannot be added', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const own = await createTrack(app.db, { artistId: artist.id })
  expect((await add(app, artist, own.id)).json().code).toBe('own_track')
  const unknown = await add(app, mia, '8f14e45f-ceea-467f-a1d2-91b5a1c0c0de')
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()
  expect((await add(app, mia, own.id)).json().code).toBe('not_found')
})

test('tracks of an artist who cannot be paid, of a banned artist, and withdrawn ones are only named in the cart', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const [inCart, other] = [
    await createTrack(app.db, { artistId: artist.id }),
    await createTrack(app.db, { artistId: artist.id }),
  ]
  await add(app, mia, inCart.id)
  const account = app.db.updateTable('payment_accounts').where('user_id', '=', artist.id)
  await account.set({ payouts_enabled: false }).execute()

  const refused = await add(app, mia, other.id)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'track_not_for_sale'])
  const cart = () => app.call('GET /api/proxy/auth/cart', { as: mia })
  expect((await cart()).json()).toMatchObject({
    items: [],
    gone: [{ trackId: inCart.id, title: inCart.title }],
    totalItems: 0,
    totalPricePence: 0,
  })
  const page = () => app.call(`GET /api/proxy/tracks/${inCart.id}`)
  expect((await page()).json()).toMatchObject({ id: inCart.id, isSellable: false })
  const guest = () => app.call(`GET /public/tracks/by-id?ids=${inCart.id}`)
  expect((await guest()).json()).toEqual({ tracks: [] })

  await app.call('GET /api/artist/payment-setup', { as: artist })
  expect((await cart()).json()).toMatchObject({ items: [{ track: { id: inCart.id } }], gone: [] })
  expect((await page()).json()).toMatchObject({ isSellable: true })
  expect((await guest()).json()).toMatchObject({ tracks: [{ id: inCart.id }] })

  const ban = (banned: boolean) =>
    app.db.updateTable('users').set({ banned }).where('id', '=', artist.id).execute()
  await ban(true)
  expect((await cart()).json()).toMatchObject({ items: [], gone: [{ trackId: inCart.id }] })
  await ban(false)
  await withdrawTrack(app.db, { id: inCart.id, artistId: artist.id })
  expect((await cart()).json()).toMatchObject({ items: [], gone: [{ trackId: inCart.id }] })
  const route = `DELETE /api/proxy/auth/cart/remove/${inCart.id}`
  expect((await app.call(route, { as: mia })).json()).toMatchObject({ items: [], gone: [] })
})

test('each cart holds 100 tracks at most, also with simultaneous additions', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  for (let count = 0; count < 99; count++) {
    const { id } = await createTrack(app.db, { artistId: artist.id })
    await app.db.insertInto('cart_items').values({ customer_id: mia.id, track_id: id }).execute()
  }
  const more: { id: string }[] = []
  for (let count = 0; count < 20; count++)
    more.push(await createTrack(app.db, { artistId: artist.id }))
  const responses = await Promise.all(more.map(({ id }) => add(app, mia, id)))

  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const refused = responses.filter(({ statusCode }) => statusCode !== 200)
  expect(new Set(refused.map((response) => response.json().code))).toEqual(new Set(['cart_full']))
  expect(refused).toHaveLength(19)
  const other = await add(app, await createUser(app), more[0]?.id ?? '')
  expect(other.json()).toMatchObject({ totalItems: 1 })
})

test('removing and clearing empty the cart (API-18, API-19)', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const first = await createTrack(app.db, { artistId: artist.id })
  const second = await createTrack(app.db, { artistId: artist.id, title: 'Skye Boat Song' })
  await add(app, mia, first.id)
  await add(app, mia, second.id)

  const removed = await app.call(`DELETE /api/proxy/auth/cart/remove/${first.id}`, { as: mia })
  expect(removed.json()).toMatchObject({ totalItems: 1, items: [{ track: { id: second.id } }] })
  const cleared = await app.call('POST /api/proxy/auth/cart/clear', { as: mia, send: {} })
  expect(cleared.json()).toEqual({
    items: [],
    gone: [],
    totalItems: 0,
    totalPrice: 0,
    totalPricePence: 0,
  })
})

test('a cart belongs to one customer', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const other = await createUser(app)
  const track = await createTrack(app.db, { artistId: artist.id })
  await add(app, mia, track.id)

  await app.call(`DELETE /api/proxy/auth/cart/remove/${track.id}`, { as: other })
  const otherCart = await app.call('GET /api/proxy/auth/cart', { as: other })
  const cartOfMia = await app.call('GET /api/proxy/auth/cart', { as: mia })
  expect([otherCart.json().totalItems, cartOfMia.json().totalItems]).toEqual([0, 1])

  await add(app, other, track.id)
  await app.call('POST /api/proxy/auth/cart/clear', { as: other, send: {} })
  const left = await app.call('GET /api/proxy/auth/cart', { as: mia })
  expect(left.json().totalItems).toBe(1)
})

test.each([
  'GET /api/proxy/auth/cart',
  'POST /api/proxy/auth/cart/add',
  'DELETE /api/proxy/auth/cart/remove/8f14e45f-ceea-467f-a1d2-91b5a1c0c0de',
  'POST /api/proxy/auth/cart/clear',
])('a visitor has no cart on the server: %s', async (route) => {
  const app = await sharedApp()
  const response = await app.call(route, route.startsWith('POST') ? { send: {} } : {})
  expect([response.statusCode, response.json().code]).toEqual([401, 'login_required'])
})

test('the cart shows the current price, not the price when the track was added', async () => {
  const app = await sharedApp()
  const { artist, mia } = await createArtistAndCustomer(app)
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  await add(app, mia, track.id)
  await app.db.updateTable('tracks').set({ price_pence: 1000 }).where('id', '=', track.id).execute()
  const cart = await app.call('GET /api/proxy/auth/cart', { as: mia })
  expect(cart.json().totalPricePence).toBe(1120)
})
