// Requests by one of an artist's offers.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Commission, CommissionSummary } from '#contracts/commissions/commission.ts'
import { remove } from '../../../../tests/support/accounts/own-data.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { createOffer, putOffers, saveOffers } from '../../../../tests/support/artists/offers.ts'
import { untilWaitingForLocks } from '../../../../tests/support/lock-waiters.ts'
import {
  countCommissions,
  createCommissionArtist,
  readStored,
  storeCommission,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { createUser, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const wish = (artist: { id: string }, more: object = {}) => ({
  artist: artist.id,
  name: 'Skylark',
  requirements: 'In D, slowly.',
  ...more,
})
const ask = (app: TestApp, as: TestUser, send: object) =>
  app.call('POST /api/commission/request', { as, send })
const codeOf = async (call: ReturnType<typeof ask>) => (await call).json<{ code?: string }>().code

test('a request by an offer has its title, price and promise, also when the offer is changed or removed later', async () => {
  const app = await sharedApp()
  const [mia, tom] = [
    await createUser(app),
    await createCommissionArtist(app, { delivery_days: 14, included_revisions: 4 }),
  ]
  const offerId = await createOffer(app, tom)
  const made = (await ask(app, mia, wish(tom, { offerId }))).json<Commission>()
  const frozen = {
    offerTitle: 'Same song in another key',
    pricePence: 1670,
    commissionPricePence: 1500,
    deliveryDays: 3,
    maxRevisions: 4,
  }
  expect(made).toMatchObject({ ...frozen, offerId })
  expect(await readStored(app, made.id)).toMatchObject({
    platform_fee_pence: 150,
    processing_fee_pence: 20,
    customer_pence: 1670,
  })
  const read = async (as: TestUser) =>
    (await app.call(`GET /api/commissions/${made.id}`, { as })).json<Commission>()
  await saveOffers(app, tom, [{ id: offerId, title: 'Dearer', price: '99', promiseDays: 56 }])
  for (const as of [mia, tom]) expect(await read(as)).toMatchObject({ ...frozen, offerId })
  await saveOffers(app, tom, [])
  for (const as of [mia, tom]) expect(await read(as)).toMatchObject({ ...frozen, offerId: null })
  const list = async (as: TestUser, role: string) =>
    (await app.call(`GET /api/commissions?as=${role}`, { as })).json<{
      commissions: CommissionSummary[]
    }>().commissions
  expect(await list(mia, 'customer')).toMatchObject([{ offerTitle: frozen.offerTitle }])
  expect(await list(tom, 'artist')).toMatchObject([{ offerTitle: frozen.offerTitle }])
})

test('without an offer the plain price and promise hold, and the commission has no offer', async () => {
  const app = await sharedApp()
  const [mia, tom] = [
    await createUser(app),
    await createCommissionArtist(app, { delivery_days: 14 }),
  ]
  await createOffer(app, tom)
  const plain = { offerId: null, offerTitle: null, pricePence: 4420, deliveryDays: 14 }
  for (const offerId of [undefined, null, ''])
    expect((await ask(app, mia, wish(tom, { offerId }))).json()).toMatchObject(plain)
})

test("an offer that is off, removed, another artist's or nobody's is not available", async () => {
  const app = await sharedApp()
  const [mia, tom, ann] = [
    await createUser(app),
    await createCommissionArtist(app),
    await createCommissionArtist(app),
  ]
  const foreign = await createOffer(app, ann)
  const removed = await createOffer(app, tom)
  const off = await createOffer(app, tom, { isOn: false })
  for (const offerId of [foreign, removed, off, randomUUID()])
    expect(await codeOf(ask(app, mia, wish(tom, { offerId })))).toBe('offer_not_available')
  expect(await countCommissions(app, [mia, tom, ann])).toBe(0)
  await saveOffers(app, tom, [{ id: off, isOn: true }])
  expect(await codeOf(ask(app, mia, wish(tom, { offerId: off })))).toBeUndefined()
})

test('a price that has changed since the form was opened is refused, of an offer and of the plain one', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const offerId = await createOffer(app, tom)
  const code = (more: object) => codeOf(ask(app, mia, wish(tom, more)))
  await saveOffers(app, tom, [{ id: offerId, price: '16' }])
  expect(await code({ offerId, shownPricePence: 1670 })).toBe('commission_price_changed')
  expect(await code({ shownPricePence: 4419 })).toBe('commission_price_changed')
  // The form has shown the other one.
  expect(await code({ offerId, shownPricePence: 4420 })).toBe('commission_price_changed')
  expect(await countCommissions(app, [mia, tom])).toBe(0)
  expect(await code({ offerId, shownPricePence: '1780' })).toBeUndefined()
  expect(await code({ shownPricePence: 4420 })).toBeUndefined()
})

test('the same press by an offer makes one commission, also when the offer has changed in between', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const offerId = await createOffer(app, tom)
  const press = wish(tom, { offerId, shownPricePence: 1670, requestKey: randomUUID() })
  const [one, two] = await Promise.all([ask(app, mia, press), ask(app, mia, press)])
  await saveOffers(app, tom, [])
  const again = await ask(app, mia, press)
  const ids = [one, two, again].map((answer) => answer.json<Commission>().id)
  expect([new Set(ids).size, await countCommissions(app, [mia, tom])]).toEqual([1, 1])
})

test('a page to which Back leads makes another commission of another choice, although its key was used', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const [one, other] = await saveOffers(app, tom, [{}, { title: 'Two guitars', price: '30' }])
  const requestKey = randomUUID()
  const titleOf = async (offerId: string | undefined) =>
    (await ask(app, mia, wish(tom, { offerId, requestKey }))).json<Commission>().offerTitle
  expect(await titleOf(one?.id)).toBe('Same song in another key')
  expect(await titleOf(other?.id)).toBe('Two guitars')
  expect(await titleOf(undefined)).toBeNull()
  expect(await countCommissions(app, [mia, tom])).toBe(3)
  expect(await titleOf(one?.id)).toBe('Same song in another key')
  expect(await countCommissions(app, [mia, tom])).toBe(3)
})

test('an offer opens nothing that the artist has closed: not available, without a price, fully booked, suspended, or oneself', async () => {
  const app = await sharedApp()
  const [mia, admin] = [await createUser(app), await createAdmin(app)]
  const [tom, ann, bea] = [
    await createCommissionArtist(app),
    await createCommissionArtist(app, { commission_places: 1 }),
    await createCommissionArtist(app),
  ]
  const change = (changes: object) =>
    app.db.updateTable('artists').set(changes).where('artist_id', '=', tom.id).execute()
  const [toms, anns, beas] = [
    await createOffer(app, tom),
    await createOffer(app, ann),
    await createOffer(app, bea),
  ]
  const code = (artist: TestUser, offerId: string, as = mia) =>
    codeOf(ask(app, as, wish(artist, { offerId })))
  expect(await code(tom, toms, tom)).toBe('own_commission')
  await change({ wants_commissions: false })
  expect(await code(tom, toms)).toBe('not_taking_commissions')
  await change({ commission_price_pence: null })
  expect(await code(tom, toms)).toBe('not_taking_commissions')
  await storeCommission(app, { customer: mia, artist: ann, status: 'in_progress' })
  expect(await code(ann, anns)).toBe('fully_booked')
  const send = { artistId: bea.id }
  await app.call('POST /api/proxy/admin/ban-user', { as: admin, send })
  expect(await code(bea, beas)).toBe('artist_suspended')
  expect(await countCommissions(app, [mia, tom, ann, bea])).toBe(1)
})

test('a removal of an offer waits for a step of a commission by it, and the step does not wait for the removal', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const offerId = await createOffer(app, tom)
  const { id } = (await ask(app, mia, wish(tom, { offerId }))).json<Commission>()
  const removal = await app.db.transaction().execute(async (step) => {
    await step.selectFrom('commissions').select('id').where('id', '=', id).forUpdate().execute()
    const removing = putOffers(app, tom, { offers: [] })
    await untilWaitingForLocks(app, 1)
    // As an acceptance takes one of the places.
    await step
      .updateTable('artists')
      .set({ open_commissions: 1 })
      .where('artist_id', '=', tom.id)
      .execute()
    return { removing }
  })
  expect((await removal.removing).statusCode).toBe(200)
  expect(await readStored(app, id)).toMatchObject({
    offer_id: null,
    offer_title: 'Same song in another key',
  })
})

test('an artist who deletes the account takes the offers along, and the customer keeps what was asked for', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const offerId = await createOffer(app, tom)
  const made = (await ask(app, mia, wish(tom, { offerId }))).json<Commission>()
  const withdraw = { commissionId: made.id }
  await app.call('POST /api/commission/terminate-before-payment', { as: mia, send: withdraw })
  expect((await remove(app, tom)).statusCode).toBe(200)
  const offers = app.db.selectFrom('artist_offers').where('artist_id', '=', tom.id)
  expect(await offers.select('id').execute()).toEqual([])
  const kept = await app.call(`GET /api/commissions/${made.id}`, { as: mia })
  expect(kept.json()).toMatchObject({ offerTitle: made.offerTitle, offerId: null })
})
