import { expect, test } from 'vitest'
import {
  aPerson,
  aTrack,
  openScene,
  type Person,
  type Scene,
} from '../../../tests/support/scene.ts'
import { aPayableArtist } from '../../../tests/support/shopping.ts'

const add = (scene: Scene, as: Person, trackId: string) =>
  scene.call('POST /api/proxy/auth/cart/add', { as, send: { trackId } })

async function aShop(scene: Scene) {
  const artist = await aPayableArtist(scene, 'Rosa Lindqvist')
  const mia = await aPerson(scene)
  return { artist, mia }
}

test('a customer adds a track and sees it at the customer price (CRT-06, API-16, API-17)', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const track = await aTrack(scene.db, { artistId: artist.id, pricePence: 500 })

  const answer = await add(scene, mia, track.id)

  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    items: [
      {
        track: {
          id: track.id,
          customerPrice: 5.7,
          customerPricePence: 570,
          user: { username: 'Rosa Lindqvist' },
        },
        addedAt: expect.stringMatching(/^\d{4}-/),
      },
    ],
    totalItems: 1,
    totalPrice: 5.7,
  })
  const again = await scene.call('GET /api/proxy/auth/cart', { as: mia })
  expect(again.json()).toEqual(answer.json())
})

test('whoever logs in on another device finds the same cart (CRT-04, ROL-11)', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const track = await aTrack(scene.db, { artistId: artist.id })
  await add(scene, mia, track.id)

  const login = await scene.call('POST /api/accounts/log-in', {
    send: { email: mia.email, password: 'sing it to me' },
  })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(cookie).not.toBe(mia.cookie)
  const cart = await scene.call('GET /api/proxy/auth/cart', { as: { ...mia, cookie } })
  expect(cart.json()).toMatchObject({ totalItems: 1, items: [{ track: { id: track.id } }] })
})

test('nothing a customer reads says what the artist receives; the artist reads it (TRK-39)', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const track = await aTrack(scene.db, { artistId: artist.id, pricePence: 4321 })
  const answers = [
    await add(scene, mia, track.id),
    await scene.call('GET /public/tracks/query'),
    await scene.call(`GET /api/proxy/tracks/${track.id}`),
  ]
  for (const answer of answers) {
    expect(answer.body).not.toMatch(/[:,[](4321|43\.21)[,}\]]/)
    expect(answer.body).not.toContain('"price"')
  }
  const own = await scene.call('GET /api/proxy/artists/tracks', { as: artist })
  expect(own.json()).toMatchObject({ tracks: [{ pricePence: 4321, customerPricePence: 4773 }] })
})

test('a track already in the cart is refused, and the cart stays (CRT-02, ERR-38)', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const track = await aTrack(scene.db, { artistId: artist.id })
  await add(scene, mia, track.id)

  const answer = await add(scene, mia, track.id)

  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toEqual({
    code: 'track_already_in_cart',
    message: 'Track is already in cart',
    error: 'Track is already in cart',
  })
  const cart = await scene.call('GET /api/proxy/auth/cart', { as: mia })
  expect(cart.json().totalItems).toBe(1)
})

test('twenty clicks at once add a track once', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const track = await aTrack(scene.db, { artistId: artist.id })
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(scene, mia, track.id)))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  const refused = answers.filter((answer) => answer.json().code === 'track_already_in_cart')
  expect(refused).toHaveLength(19)
})

test("one's own track, an unknown one and one of a banned artist cannot be added", async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const own = await aTrack(scene.db, { artistId: artist.id })
  expect((await add(scene, artist, own.id)).json().code).toBe('own_track')
  const unknown = await add(scene, mia, '8f14e45f-ceea-467f-a1d2-91b5a1c0c0de')
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
  await scene.db.updateTable('users').set({ banned: true }).where('id', '=', artist.id).execute()
  expect((await add(scene, mia, own.id)).json().code).toBe('not_found')
})

test('tracks of an artist who cannot be paid any more leave the cart, and come back with the readiness', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const [inCart, other] = [
    await aTrack(scene.db, { artistId: artist.id }),
    await aTrack(scene.db, { artistId: artist.id }),
  ]
  await add(scene, mia, inCart.id)
  await scene.db.updateTable('payout_accounts').set({ ready: false }).execute()

  const refused = await add(scene, mia, other.id)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'track_not_for_sale'])
  const cart = () => scene.call('GET /api/proxy/auth/cart', { as: mia })
  expect((await cart()).json()).toMatchObject({ items: [], totalItems: 0, totalPricePence: 0 })
  const page = () => scene.call(`GET /api/proxy/tracks/${inCart.id}`)
  expect((await page()).json()).toMatchObject({ id: inCart.id, isForSale: false })
  const guest = () => scene.call(`GET /public/tracks/by-id?ids=${inCart.id}`)
  expect((await guest()).json()).toEqual({ tracks: [] })

  await scene.call('GET /api/artist/payment-setup', { as: artist })
  expect((await cart()).json()).toMatchObject({ items: [{ track: { id: inCart.id } }] })
  expect((await page()).json()).toMatchObject({ isForSale: true })
  expect((await guest()).json()).toMatchObject({ tracks: [{ id: inCart.id }] })
})

test('a cart holds 100 tracks at most, also when added at once', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  for (let count = 0; count < 99; count++) {
    const { id } = await aTrack(scene.db, { artistId: artist.id })
    await scene.db.insertInto('cart_items').values({ customer_id: mia.id, track_id: id }).execute()
  }
  const more: { id: string }[] = []
  for (let count = 0; count < 20; count++)
    more.push(await aTrack(scene.db, { artistId: artist.id }))
  const answers = await Promise.all(more.map(({ id }) => add(scene, mia, id)))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['cart_full']))
  expect(refused).toHaveLength(19)
})

test('removing and clearing empty the cart (API-18, API-19)', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const first = await aTrack(scene.db, { artistId: artist.id })
  const second = await aTrack(scene.db, { artistId: artist.id, title: 'Skye Boat Song' })
  await add(scene, mia, first.id)
  await add(scene, mia, second.id)

  const removed = await scene.call(`DELETE /api/proxy/auth/cart/remove/${first.id}`, { as: mia })
  expect(removed.json()).toMatchObject({ totalItems: 1, items: [{ track: { id: second.id } }] })
  const cleared = await scene.call('POST /api/proxy/auth/cart/clear', { as: mia, send: {} })
  expect(cleared.json()).toEqual({ items: [], totalItems: 0, totalPrice: 0, totalPricePence: 0 })
})

test('a cart belongs to one customer', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const other = await aPerson(scene)
  const track = await aTrack(scene.db, { artistId: artist.id })
  await add(scene, mia, track.id)

  await scene.call(`DELETE /api/proxy/auth/cart/remove/${track.id}`, { as: other })
  const theirs = await scene.call('GET /api/proxy/auth/cart', { as: other })
  const hers = await scene.call('GET /api/proxy/auth/cart', { as: mia })
  expect([theirs.json().totalItems, hers.json().totalItems]).toEqual([0, 1])
})

test.each([
  'GET /api/proxy/auth/cart',
  'POST /api/proxy/auth/cart/add',
  'DELETE /api/proxy/auth/cart/remove/8f14e45f-ceea-467f-a1d2-91b5a1c0c0de',
  'POST /api/proxy/auth/cart/clear',
])('a visitor has no cart on the server: %s', async (line) => {
  await using scene = await openScene()
  const answer = await scene.call(line, line.startsWith('POST') ? { send: {} } : {})
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'login_required'])
})

test('the cart shows the price of today, not of the day it was filled', async () => {
  await using scene = await openScene()
  const { artist, mia } = await aShop(scene)
  const track = await aTrack(scene.db, { artistId: artist.id, pricePence: 500 })
  await add(scene, mia, track.id)
  await scene.db
    .updateTable('tracks')
    .set({ price_pence: 1000 })
    .where('id', '=', track.id)
    .execute()
  const cart = await scene.call('GET /api/proxy/auth/cart', { as: mia })
  expect(cart.json().totalPricePence).toBe(1120)
})
