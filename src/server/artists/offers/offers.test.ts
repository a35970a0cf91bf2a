// An artist's offers: saved, ordered, switched off, shown to others.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Artist, Offer } from '#contracts/artists/artists.ts'
import type { OwnOffers } from '#contracts/artists/offers.ts'
import { profileChangeLimits } from '#rules/artists/profile-limits.ts'
import { maxOfferDescriptionLength, maxOfferTitleLength, maxOffers } from '#rules/artists/offers.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { putOffers, saveOffers, typedOffer } from '../../../../tests/support/artists/offers.ts'
import { createCommissionArtist } from '../../../../tests/support/commissions/stored-commission.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const own = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/artist/offers', { as })).json<OwnOffers>()
const titlesOf = (offers: readonly { title: string }[]) => offers.map(({ title }) => title)
const shown = async (app: TestApp, { id }: TestUser) =>
  (await app.call(`GET /public/users/${id}`)).json<Artist & { offers: Offer[] }>()
const titled = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Offer ${at + 1}` }))

test('an artist saves offers in an order; others see the price that they pay, and not what the artist receives', async () => {
  const app = await sharedApp()
  const [tom, ann] = [await createCommissionArtist(app), await createCommissionArtist(app)]
  expect(await own(app, tom)).toEqual({ offers: [], version: 0 })
  const saved = await putOffers(app, tom, {
    version: 0,
    offers: [
      typedOffer({ title: ' Same  song in another key ' }),
      typedOffer({ title: 'Two guitars', description: '', price: '£30', fits: 'any' }),
    ],
  })
  const first = {
    id: expect.any(String),
    title: 'Same song in another key',
    description: 'As on my recording.',
    fits: 'another_key',
    customerPrice: 16.7,
    customerPricePence: 1670,
    promiseDays: 3,
    maxTimeTaken: '3 days',
  }
  const own1 = { ...first, price: 15, pricePence: 1500, isOn: true }
  expect(saved.json()).toMatchObject({
    version: 1,
    offers: [own1, { title: 'Two guitars', description: '', fits: 'any', pricePence: 3000 }],
  })
  expect(await own(app, tom)).toEqual(saved.json())
  expect((await own(app, ann)).offers).toEqual([])
  const { offers } = await shown(app, tom)
  expect(offers).toEqual([first, expect.objectContaining({ customerPricePence: 3320 })])
  expect((await shown(app, ann)).offers).toEqual([])
})

test('an offer that is off, and every offer of an artist without a plain price, is for its artist only', async () => {
  const app = await sharedApp()
  const tom = await createCommissionArtist(app)
  await saveOffers(app, tom, [{ title: 'On' }, { title: 'Off', isOn: false }])
  expect(titlesOf((await own(app, tom)).offers)).toEqual(['On', 'Off'])
  expect(titlesOf((await shown(app, tom)).offers)).toEqual(['On'])
  const priceless = { commission_price_pence: null, wants_commissions: false }
  await app.db.updateTable('artists').set(priceless).where('artist_id', '=', tom.id).execute()
  expect((await shown(app, tom)).offers).toEqual([])
  expect(titlesOf((await own(app, tom)).offers)).toEqual(['On', 'Off'])
})

test('offers change places, are changed and removed; one that stays as it is keeps its id and its time', async () => {
  const app = await sharedApp()
  const tom = await createCommissionArtist(app)
  const [a, b, c] = await saveOffers(app, tom, titled(3))
  if (!a || !b || !c) throw new Error('Three were saved.')
  const timesOf = async () =>
    app.db
      .selectFrom('artist_offers')
      .select(['id', 'updated_at'])
      .where('artist_id', '=', tom.id)
      .orderBy('position')
      .execute()
  const before = await timesOf()
  const changed = await saveOffers(app, tom, [
    { id: a.id, title: a.title },
    { id: c.id, title: 'Renamed' },
    { title: 'New' },
  ])
  expect(titlesOf(changed)).toEqual(['Offer 1', 'Renamed', 'New'])
  expect(changed.map(({ id }) => id).slice(0, 2)).toEqual([a.id, c.id])
  const after = await timesOf()
  expect(after[0]).toEqual(before[0])
  expect(after[1]?.updated_at).not.toEqual(before[2]?.updated_at)
  const swapped = await saveOffers(
    app,
    tom,
    changed.toReversed().map(({ id, title }) => ({ id, title })),
  )
  expect(titlesOf(swapped)).toEqual(['New', 'Renamed', 'Offer 1'])
  expect(await saveOffers(app, tom, [])).toEqual([])
})

test('an artist has eight offers at most, and the database has no place for another one', async () => {
  const app = await sharedApp()
  const tom = await createCommissionArtist(app)
  expect(maxOffers).toBe(8)
  expect(await saveOffers(app, tom, titled(8))).toHaveLength(8)
  const tooMany = await putOffers(app, tom, { offers: titled(9).map(typedOffer) })
  expect(tooMany.json()).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: ['offers'], message: 'You can make 8 offers at most' }],
  })
  expect(titlesOf((await own(app, tom)).offers)).toEqual(titlesOf(titled(8)))
  const texts = { title: 'One more', description: '', fits: 'any' } as const
  const numbers = { artist_pence: 1500, delivery_days: 3, is_on: true }
  const insert = (position: number) =>
    app.db
      .insertInto('artist_offers')
      .values({ id: randomUUID(), artist_id: tom.id, position, ...texts, ...numbers })
      .execute()
  await expect(insert(9)).rejects.toMatchObject({ constraint: 'artist_offers_position_check' })
  await expect(insert(0)).rejects.toMatchObject({ constraint: 'artist_offers_position_check' })
  await expect(insert(8)).rejects.toMatchObject({ constraint: 'artist_offers_have_an_order' })
})

test('of two tabs the second one is refused until it has seen the list of the first, and at the same moment one wins', async () => {
  const app = await sharedApp()
  const tom = await createCommissionArtist(app)
  const put = (version: number, title: string) =>
    putOffers(app, tom, { version, offers: [typedOffer({ title })] })
  expect((await put(0, 'From the first')).statusCode).toBe(200)
  expect((await put(0, 'From the second')).json()).toMatchObject({ code: 'offers_changed' })
  expect(titlesOf((await own(app, tom)).offers)).toEqual(['From the first'])
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((title) => put(1, title)))
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
  const winner = answers.find(({ statusCode }) => statusCode === 200)
  expect(await own(app, tom)).toEqual(winner?.json())
  // Removed in one tab, it is no offer of the artist any more in the other.
  const emptied = await putOffers(app, tom, { version: 2, offers: [] })
  expect(emptied.json()).toEqual({ version: 3, offers: [] })
  expect((await put(2, 'Late')).json()).toMatchObject({ code: 'offers_changed' })
})

test('eight new offers of each of several tabs at the same moment never make nine', async () => {
  const app = await sharedApp()
  const tom = await createCommissionArtist(app)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => putOffers(app, tom, { offers: titled(8).map(typedOffer) })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(await own(app, tom)).toMatchObject({ version: 4, offers: titled(8) })
})

test("another artist's offer cannot be taken, changed or removed, nor one named twice", async () => {
  const app = await sharedApp()
  const [tom, ann] = [await createCommissionArtist(app), await createCommissionArtist(app)]
  const [toms] = await saveOffers(app, tom, [{ title: 'Tom’s' }])
  await saveOffers(app, ann, [{ title: 'Ann’s' }])
  for (const id of [toms?.id, randomUUID()]) {
    const refused = await putOffers(app, ann, { offers: [typedOffer({ ...(id && { id }) })] })
    expect(refused.json()).toMatchObject({ code: 'not_found' })
  }
  expect(titlesOf((await own(app, tom)).offers)).toEqual(['Tom’s'])
  expect(titlesOf((await own(app, ann)).offers)).toEqual(['Ann’s'])
  const named = typedOffer({ id: toms?.id ?? '' })
  const twice = await putOffers(app, tom, { offers: [named, named] })
  expect(twice.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: ['offers'] }] })
})

test.each([
  ['title', ' '],
  ['title', 'x'.repeat(maxOfferTitleLength + 1)],
  ['description', 'x'.repeat(maxOfferDescriptionLength + 1)],
  ['price', '0.05'],
  ['price', '15.001'],
  ['price', ''],
  ['promiseDays', 4],
  ['fits', 'everything'],
])('%s %j is refused at that field of that offer, and nothing changes', async (field, value) => {
  const app = await sharedApp()
  const tom = await createCommissionArtist(app)
  await saveOffers(app, tom, [{ title: 'Before' }])
  const refused = await putOffers(app, tom, {
    offers: [typedOffer(), { ...typedOffer(), [field]: value }],
  })
  expect(refused.json()).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: ['offers', 1, field] }],
  })
  expect(titlesOf((await own(app, tom)).offers)).toEqual(['Before'])
})

test('the longest texts and the smallest price are taken', async () => {
  const app = await sharedApp()
  const tom = await createCommissionArtist(app)
  const [offer] = await saveOffers(app, tom, [
    {
      title: 'x'.repeat(maxOfferTitleLength),
      description: `${'y'.repeat(maxOfferDescriptionLength - 2)}\nz`,
      price: '0.09',
    },
  ])
  expect(offer).toMatchObject({ pricePence: 9, customerPricePence: 30 })
})

test('a banned artist changes no offer and shows none, and has them again afterwards', async () => {
  const app = await sharedApp()
  const [admin, tom] = [await createAdmin(app), await createCommissionArtist(app)]
  await saveOffers(app, tom, [{ title: 'Before' }])
  const send = { artistId: tom.id }
  await app.call('POST /api/proxy/admin/ban-user', { as: admin, send })
  expect((await putOffers(app, tom, { offers: [] })).json()).toMatchObject({ code: 'banned' })
  expect((await app.call(`GET /public/users/${tom.id}`)).json()).toMatchObject({
    code: 'not_found',
  })
  await app.call('POST /api/proxy/admin/unban-user', { as: admin, send })
  expect(titlesOf((await shown(app, tom)).offers)).toEqual(['Before'])
})

test('an artist changes offers as often as a profile, and a refused change does not count', async () => {
  const app = await sharedApp()
  const tom = await createCommissionArtist(app)
  const [{ max }] = profileChangeLimits
  await putOffers(app, tom, { version: 7, offers: [] })
  for (let change = 0; change < max; change++) await saveOffers(app, tom, [])
  expect((await putOffers(app, tom, { offers: [] })).json()).toMatchObject({
    code: 'too_many_profile_changes',
  })
})
