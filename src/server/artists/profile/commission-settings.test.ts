import { expect, test } from 'vitest'
import type { CommissionSettings } from '#contracts/artists/commission-settings.ts'
import type { OwnProfile } from '#contracts/artists/profile.ts'
import { usualPlaces, usualRevisions } from '#rules/commissions/commission-limits.ts'
import {
  createCommissionArtist,
  storeCommission,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'
import { createUser, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const read = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/artist/commission-settings', { as })).json<CommissionSettings>()
const put = (app: TestApp, as: TestUser, changes: object = {}) =>
  app.call('PUT /api/artist/commission-settings', {
    as,
    send: {
      commissionPrice: '45.00',
      deliveryDays: 14,
      availableForCommission: true,
      commissionPlaces: 8,
      includedRevisions: 3,
      ...changes,
    },
  })

test('an artist has five places and two revisions until they choose others, beside price and promise', async () => {
  const app = await sharedApp()
  const [tom, ann] = [await createCommissionArtist(app), await createCommissionArtist(app)]
  const before = {
    commissionPrice: 40,
    commissionPricePence: 4000,
    deliveryDays: null,
    availableForCommission: true,
    isFullyBooked: false,
    commissionPlaces: usualPlaces,
    openCommissions: 0,
    includedRevisions: usualRevisions,
    canBePaid: true,
  }
  expect(await read(app, tom)).toEqual(before)
  const after = {
    ...before,
    commissionPrice: 45,
    commissionPricePence: 4500,
    deliveryDays: 14,
    commissionPlaces: 8,
    includedRevisions: 3,
  }
  expect((await put(app, tom)).json()).toEqual(after)
  expect([await read(app, tom), await read(app, ann)]).toEqual([after, before])
  const emptied = { commissionPrice: '', deliveryDays: null, availableForCommission: false }
  expect((await put(app, tom, emptied)).json()).toMatchObject({
    commissionPrice: null,
    deliveryDays: null,
    availableForCommission: false,
  })
})

test.each([
  ['commissionPlaces', 0],
  ['commissionPlaces', 21],
  ['commissionPlaces', 1.5],
  ['includedRevisions', 0],
  ['includedRevisions', 6],
  ['deliveryDays', 9],
  ['commissionPrice', '0.05'],
])('%s of %j is refused at that field, and nothing changes', async (field, value) => {
  const app = await sharedApp()
  const tom = await createCommissionArtist(app)
  const before = await read(app, tom)
  const refused = await put(app, tom, { [field]: value })
  expect(refused.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: [field] }] })
  expect(await read(app, tom)).toEqual(before)
})

test('commissions are taken by an artist with a price who can be paid', async () => {
  const app = await sharedApp()
  const [tom, sam] = [await createCommissionArtist(app), await createUser(app, { role: 'artist' })]
  expect((await put(app, tom, { commissionPrice: null })).json()).toMatchObject({
    code: 'commission_price_needed',
  })
  expect((await put(app, sam)).json()).toMatchObject({ code: 'commission_setup_needed' })
})

test('fewer places than open work book an artist fully, more of them free one; the own choice stays as it is', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  for (let count = 0; count < 2; count++)
    await storeCommission(app, { customer: mia, artist: tom, status: 'in_progress' })
  const own = async () =>
    (await app.call('GET /api/artist/profile', { as: tom })).json<OwnProfile>()
  const shown = async () =>
    (await app.call(`GET /public/users/${tom.id}`)).json<{
      availableForCommission: boolean
      isFullyBooked: boolean
    }>()
  await put(app, tom, { commissionPlaces: 2 })
  expect(await shown()).toMatchObject({ availableForCommission: false, isFullyBooked: true })
  expect(await own()).toMatchObject({ availableForCommission: true, isFullyBooked: true })
  expect(await read(app, tom)).toMatchObject({ openCommissions: 2, isFullyBooked: true })
  // The form of the profile sends the choice that it shows.
  await app.call('PATCH /api/artist/profile', {
    as: tom,
    send: { about: 'Softly.', availableForCommission: 'on' },
  })
  await put(app, tom, { commissionPlaces: 3 })
  expect(await shown()).toMatchObject({ availableForCommission: true, isFullyBooked: false })
  await put(app, tom, { commissionPlaces: 2, availableForCommission: false })
  expect(await shown()).toMatchObject({ availableForCommission: false, isFullyBooked: false })
})
