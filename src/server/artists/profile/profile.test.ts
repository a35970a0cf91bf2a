// An artist's own profile: what is changed, refused, and shown to others.

import { expect, test } from 'vitest'
import type { OwnProfile } from '#contracts/artists/profile.ts'
import { customerPricePence } from '#rules/price.ts'
import { createArtistWithPayouts, deliverThin } from '../../../../tests/support/shopping.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const edit = (app: TestApp, as: TestUser, send: object) =>
  app.call('PATCH /api/artist/profile', { as, send })
const own = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/artist/profile', { as })).json<OwnProfile>()

test('an artist writes their profile: others see it, but not what the artist receives (ART-19, BUS-03, BUS-22)', async () => {
  const app = await sharedApp()
  const rosa = await createArtistWithPayouts(app)
  expect(await own(app, rosa)).toMatchObject({
    displayName: rosa.username,
    about: null,
    commissionPrice: null,
    deliveryDays: null,
    maxTimeTakenForCommission: '1 week',
    canBePaid: true,
    availableForCommission: false,
  })
  const profile = {
    displayName: 'Rosa & the Oaks',
    about: 'I play softly.\n\nAnd slowly.',
    artistInstrument: 'Guitar',
    artistYoutubeLink: 'https://youtu.be/dQw4w9WgXcQ',
  }
  const changed = await edit(app, rosa, {
    ...profile,
    about: '  I play softly.\r\n\r\nAnd slowly. ',
    commissionPrice: '45',
    deliveryDays: '14',
    availableForCommission: true,
  })
  const shown = { ...profile, availableForCommission: true, maxTimeTakenForCommission: '2 weeks' }
  expect(changed.json()).toMatchObject({ ...shown, commissionPrice: 45, deliveryDays: 14 })
  expect(await own(app, rosa)).toEqual(changed.json())
  const visitor = (await app.call(`GET /public/users/${rosa.id}`)).json<object>()
  expect(visitor).toMatchObject({
    ...shown,
    customerCommissionPricePence: customerPricePence(4500),
  })
  for (const secret of ['commissionPrice', 'commissionPricePence', 'canBePaid', 'deliveryDays'])
    expect(visitor).not.toHaveProperty(secret)

  await edit(app, rosa, { about: '', artistInstrument: null, displayName: ' ', deliveryDays: '' })
  expect(await own(app, rosa)).toMatchObject({
    about: null,
    artistInstrument: null,
    displayName: rosa.username,
    maxTimeTakenForCommission: '1 week',
    artistYoutubeLink: profile.artistYoutubeLink,
    commissionPrice: 45,
    availableForCommission: true,
  })
})

const invalid: [field: string, value: unknown, message: RegExp][] = [
  ['displayName', 'Rоsa', /Please write your name in one alphabet$/],
  ['displayName', 'Ro\u{115F}sa', /^Please use letters/],
  ['displayName', 'R', /Please choose a name of at least 2 characters$/],
  ['displayName', 'x'.repeat(61), /Please choose a name of at most 60 characters$/],
  ['displayName', 'Undersong', /This name is reserved\. Please choose another\.$/],
  ['about', 'x'.repeat(501), /Please use at most 500 characters$/],
  ['artistInstrument', 'x'.repeat(61), /Please use at most 60 characters$/],
  ['artistYoutubeLink', 'https://youtube.evil.test/watch?v=dQw4w9WgXcQ', /^Please enter the addr/],
  ['artistYoutubeLink', 'javascript:alert(1)', /^Please enter the address of a YouTube video/],
  ['commissionPrice', '0', /^Card payments start at £0.30: please enter at least £0.09$/],
  ['commissionPrice', '0.08', /^Card payments start/],
  ['commissionPrice', 'a lot', /^Please enter a price in pounds/],
  ['commissionPrice', '9999999', /That is more than a card payment can be$/],
  ['deliveryDays', 6, /Please choose a delivery time$/],
  ['deliveryDays', 'soon', /Please choose a delivery time$/],
]

test('what a profile cannot contain is refused at the field, and nothing is changed (D-044)', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  const before = await own(app, artist)
  for (const [field, value, message] of invalid) {
    const refused = await edit(app, artist, { about: 'Changed', [field]: value })
    const { issues } = refused.json<{ issues: { path: string[]; message: string }[] }>()
    const texts = issues.filter(({ path }) => path[0] === field).map((issue) => issue.message)
    expect([field, value, refused.statusCode, texts]).toEqual([
      field,
      value,
      400,
      [expect.stringMatching(message)],
    ])
  }
  expect({ ...(await own(app, artist)), lastOnline: null }).toEqual({ ...before, lastOnline: null })
})

test('commissions are taken only after the payment set-up and with a price', async () => {
  const app = await sharedApp()
  const [poor, rosa] = [
    await createUser(app, { role: 'artist' }),
    await createArtistWithPayouts(app),
  ]
  const codeOf = async (as: TestUser, send: object) =>
    (await edit(app, as, send)).json<{ code?: string }>().code
  const takes = { availableForCommission: true }
  expect(await codeOf(poor, { ...takes, commissionPrice: '45' })).toBe('commission_setup_needed')
  expect(await own(app, poor)).toMatchObject({ commissionPrice: null, canBePaid: false })
  expect(await codeOf(rosa, takes)).toBe('commission_price_needed')
  expect(await codeOf(rosa, { ...takes, commissionPrice: '45' })).toBeUndefined()
  expect(await codeOf(rosa, { ...takes, commissionPrice: '' })).toBe('commission_price_needed')
  expect(await own(app, rosa)).toMatchObject({ commissionPrice: 45, availableForCommission: true })
  expect(await codeOf(rosa, { commissionPrice: '' })).toBeUndefined()
  expect(await own(app, rosa)).toMatchObject({
    commissionPrice: null,
    availableForCommission: false,
  })
})

test('payouts that end take an artist out of those who take commissions, and the artist is told', async () => {
  const app = await sharedApp()
  const rosa = await createArtistWithPayouts(app, 'Wrenfield')
  await edit(app, rosa, { commissionPrice: '45', availableForCommission: true })
  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', rosa.id)
    .executeTakeFirstOrThrow()
  const setPayouts = async (areOpen: boolean) => {
    await app.sandbox.control('POST verification', { account, pending: !areOpen })
    // The second event tells nothing new.
    for (let event = 0; event < 2; event++) await deliverThin(app, account)
    await app.work()
    await app.eventsArrived()
  }
  const available = async () =>
    (await app.call('GET /public/users/query?availableForCommission=true&query=wrenfield')).json<{
      users: { id: string }[]
    }>().users
  const told = async () => {
    const list = await app.call('GET /api/notifications', { as: rosa })
    return list.json<{ notifications: { sentence: string; addition: string }[] }>().notifications
  }
  expect(await available()).toMatchObject([{ id: rosa.id }])

  await setPayouts(false)
  expect(await available()).toEqual([])
  expect(await own(app, rosa)).toMatchObject({
    availableForCommission: false,
    commissionPrice: 45,
    canBePaid: false,
  })
  const telling = {
    sentence: 'Your payment account cannot receive money now.',
    addition: expect.stringMatching(/not on sale.*no longer take commissions/),
  }
  expect(await told()).toMatchObject([telling])
  const refused = await edit(app, rosa, { availableForCommission: true })
  expect(refused.json()).toMatchObject({ code: 'commission_setup_needed' })

  await setPayouts(true)
  expect(await own(app, rosa)).toMatchObject({ availableForCommission: false, canBePaid: true })
  expect((await edit(app, rosa, { availableForCommission: true })).statusCode).toBe(200)
  expect(await available()).toMatchObject([{ id: rosa.id }])
  expect(await told()).toHaveLength(1)
})

test('a name is found in both searches and told to pages; no two names look alike', async () => {
  const app = await sharedApp()
  const [rosa, tom] = [
    await createUser(app, { role: 'artist', name: 'rosa' }),
    await createUser(app, { role: 'artist', name: 'tom' }),
  ]
  await createTrack(app.db, { artistId: rosa.id })
  await edit(app, rosa, { displayName: 'Skylark Duo' })
  const tracks = (await app.call('GET /public/tracks/query?query=skylark')).json()
  expect(tracks).toMatchObject({
    totalTracks: 1,
    tracks: [{ user: { displayName: 'Skylark Duo' } }],
  })
  const artists = (await app.call('GET /public/users/query?query=skylark')).json()
  expect(artists).toMatchObject({ totalUsers: 1, users: [{ displayName: 'Skylark Duo' }] })

  const taken = { statusCode: 409, code: 'display_name_taken' }
  for (const name of ['skylark duo', 'ROSA', 'SkyIark Duo']) {
    const refused = await edit(app, tom, { displayName: name })
    expect([name, { statusCode: refused.statusCode, ...refused.json<object>() }]).toMatchObject([
      name,
      taken,
    ])
  }
  const registered = await app.call('POST /api/accounts/register', {
    send: {
      email: 'new@example.com',
      username: 'Skylark Duo',
      password: 'sing it to me slowly',
      role: 'customer',
    },
  })
  expect(registered.json()).toMatchObject({ code: 'username_taken' })
  // One's own names are free.
  expect((await edit(app, rosa, { displayName: 'Rosa' })).statusCode).toBe(200)
  expect((await edit(app, tom, { displayName: 'Skylark Duo' })).statusCode).toBe(200)
})

test('simultaneous changes of a name, ratings and withdrawals wait for each other, and none fails', async () => {
  const app = await sharedApp()
  const rosa = await createUser(app, { role: 'artist' })
  const tracks = [
    await createTrack(app.db, { artistId: rosa.id }),
    await createTrack(app.db, { artistId: rosa.id, title: 'Another' }),
  ]
  const withdrawn = await createTrack(app.db, { artistId: rosa.id, title: 'Third' })
  const listeners = await Promise.all([1, 2, 3, 4].map(() => createUser(app)))
  const responses = await Promise.all([
    ...[1, 2, 3, 4, 5].map((at) => edit(app, rosa, { displayName: `Name ${at}` })),
    ...listeners.flatMap((as) =>
      tracks.map(({ id }) =>
        app.call(`POST /api/proxy/tracks/rate/${id}`, { as, send: { rating: 4 } }),
      ),
    ),
    app.call(`POST /api/proxy/tracks/${withdrawn.id}/withdraw`, { as: rosa }),
  ])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
  const { displayName } = await own(app, rosa)
  const found = (await app.call(`GET /public/tracks/query?query=${displayName}`)).json()
  expect(found).toMatchObject({
    totalTracks: 2,
    tracks: [{ user: { displayName } }, { user: { displayName } }],
  })
})

test('a profile may be asked for with the parameters of a list, none of which changes it (API-24)', async () => {
  const app = await sharedApp()
  const [artist, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  await app.call(`POST /api/proxy/users/review/${artist.id}`, { as: mia, send: { review: 'Kind' } })
  const profile = await app.call(`GET /public/users/${artist.id}`)
  const parameters = 'page=2&limit=1&sort=name&search=mia'
  const asked = await app.call(`GET /public/users/${artist.id}?${parameters}`)
  expect([asked.statusCode, asked.json()]).toEqual([200, profile.json()])
})
