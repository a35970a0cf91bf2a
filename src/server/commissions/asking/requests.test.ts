import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Commission } from '#contracts/commissions/commission.ts'
import { maxUnpaid } from '#rules/commissions/commission-limits.ts'
import { remove } from '../../../../tests/support/accounts/own-data.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import {
  countCommissions,
  createCommissionArtist,
  storeCommission,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const dayMs = 24 * 3_600_000

/** The specification's form sends these fields. */
const wish = (artist: { id: string }) => ({
  artist: artist.id,
  name: 'Skylark',
  requirements: 'In D, slowly.',
  guideTrackUrl: 'https://example.com/song',
  singerRequestedGuideTrack: true,
})

const ask = (app: TestApp, as: TestUser, send: object) =>
  app.call('POST /api/commission/request', { as, send })
const codeOf = async (call: ReturnType<typeof ask>) => (await call).json<{ code?: string }>().code

test('a customer asks an artist, who is told and has seven days; prices, promise and names stay as they are then (COM-01, COM-12, COM-15, API-35, BUS-19, ROL-14)', async () => {
  const app = await sharedApp()
  const [mia, tom] = [
    await createUser(app, { name: 'mia' }),
    await createCommissionArtist(app, { delivery_days: 14 }),
  ]
  const asked = await ask(app, mia, wish(tom))
  expect(asked.statusCode).toBe(200)
  const made = asked.json<Commission>()
  expect(made).toMatchObject({
    _id: made.id,
    status: 'pending_artist',
    name: 'Skylark',
    requirements: 'In D, slowly.',
    guideTrackUrl: 'https://example.com/song',
    singerRequestedGuideTrack: true,
    customer: { id: mia.id, name: 'mia' },
    artist: { id: tom.id, name: tom.username },
    commissionPrice: 40,
    customerCommissionPrice: 44.2,
    price: 44.2,
    pricePence: 4420,
    revisionCount: 0,
    maxRevisions: 2,
    deliveryDays: 14,
    viewer: 'customer',
    canDo: ['withdraw'],
    timeline: [{ step: 'request', actor: 'customer', from: null, to: 'pending_artist' }],
    money: { heldPence: 0, refundPence: 0, transferPence: 0 },
  })
  const answerMs = Date.parse(made.answerBy ?? '') - Date.parse(made.createdAt)
  expect(answerMs).toBe(7 * dayMs)
  const { notifications } = await notificationsOf(app, tom)
  expect(notifications).toMatchObject([
    { kind: 'commission_request', sentence: 'mia asks you for “Skylark”.' },
  ])

  await app.db
    .updateTable('artists')
    .set({ commission_price_pence: 9000, delivery_days: 3, included_revisions: 5 })
    .where('artist_id', '=', tom.id)
    .execute()
  await app.db
    .updateTable('users')
    .set({ display_name: 'Renamed' })
    .where('id', 'in', [mia.id, tom.id])
    .execute()
  const later = await app.call(`GET /api/commissions/${made.id}`, { as: tom })
  expect(later.json()).toMatchObject({
    pricePence: 4420,
    commissionPricePence: 4000,
    deliveryDays: 14,
    maxRevisions: 2,
    customer: { name: 'mia' },
    artist: { name: tom.username },
    viewer: 'artist',
    canDo: ['accept', 'reject'],
  })
})

test('the name of a commission is one line: in an email it stands within our sentences', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const name = 'Skylark” is paid.\r\n\n\u2028Confirm your account at https://example.com\n“'
  const made = (await ask(app, mia, { ...wish(tom), name })).json<Commission>()
  await app.work()
  const shown = 'Skylark” is paid. Confirm your account at https://example.com “'
  expect(made.name).toBe(shown)
  const email = app.emails.find(({ to }) => to === tom.email)
  expect(email?.text).toContain(shown)
  expect(email?.subject).not.toMatch(/[\r\n]/)
  const blank = { ...wish(tom), name: ' \n ' }
  expect(await codeOf(ask(app, mia, blank))).toBe('invalid_input')
})

test('an artist includes another number of revisions in the price (BUS-19)', async () => {
  const app = await sharedApp()
  const [mia, tom] = [
    await createUser(app),
    await createCommissionArtist(app, { included_revisions: 4 }),
  ]
  const made = (await ask(app, mia, wish(tom))).json<Commission>()
  expect([made.maxRevisions, made.deliveryDays]).toEqual([4, 7])
})

test('a double click makes one commission, also at the same moment, and another press makes another one', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const press = { ...wish(tom), requestKey: randomUUID() }
  const answers = await Promise.all([ask(app, mia, press), ask(app, mia, press)])
  const ids = answers.map((answer) => answer.json<Commission>().id)
  expect([answers.map(({ statusCode }) => statusCode), new Set(ids).size]).toEqual([[200, 200], 1])
  await ask(app, mia, { ...press, requestKey: randomUUID() })
  // The key is the customer's own: somebody else's press is another one.
  await ask(app, await createUser(app), press)
  expect(await countCommissions(app, [mia, tom])).toBe(3)
})

test('a page to which Back leads makes another commission of other words, although its key was used', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const press = { ...wish(tom), requestKey: randomUUID() }
  const idOf = async (changes = {}) =>
    (await ask(app, mia, { ...press, ...changes })).json<Commission>().id
  const first = await idOf()
  const second = await idOf({ name: 'Shenandoah' })
  const third = await idOf({ requirements: 'In F, fast.' })
  expect(new Set([first, second, third]).size).toBe(3)
  expect(await idOf()).toBe(first)
  expect(await countCommissions(app, [mia, tom])).toBe(3)
})

test('nobody asks themselves, nor an artist who is suspended, gone, not available or fully booked, nor somebody who is none', async () => {
  const app = await sharedApp()
  const [mia, admin] = [await createUser(app), await createAdmin(app)]
  const [tom, ann, gone] = [
    await createCommissionArtist(app),
    await createCommissionArtist(app, { commission_places: 1 }),
    await createUser(app, { role: 'artist' }),
  ]
  const closed = await createCommissionArtist(app, { wants_commissions: false })
  const code = (artist: { id: string }, as = mia) => codeOf(ask(app, as, wish(artist)))
  expect(await code(tom, tom)).toBe('own_commission')
  expect(await code({ id: randomUUID() })).toBe('not_found')
  expect(await code(await createUser(app))).toBe('not_found')
  expect(await code(closed)).toBe('not_taking_commissions')
  await storeCommission(app, { customer: mia, artist: ann, status: 'in_progress' })
  expect(await code(ann)).toBe('fully_booked')
  expect((await remove(app, gone)).statusCode).toBe(200)
  expect(await code(gone)).toBe('artist_suspended')
  const ban = { as: admin, send: { artistId: tom.id } }
  await app.call('POST /api/proxy/admin/ban-user', ban)
  expect(await code(tom)).toBe('artist_suspended')
  const suspended = await createUser(app)
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', suspended.id).execute()
  expect(await code(suspended)).toBe('not_found')
  const all = [mia, tom, ann, gone, closed, suspended]
  expect(await countCommissions(app, all)).toBe(1)
})

test('a customer has at most three unpaid requests with an artist and ten in all; paid and ended ones do not count', async () => {
  const app = await sharedApp()
  const [mia, lea, tom] = [
    await createUser(app),
    await createUser(app),
    await createCommissionArtist(app),
  ]
  for (const status of ['in_progress', 'cancelled', 'completed'] as const)
    await storeCommission(app, { customer: mia, artist: tom, status })
  for (const status of ['pending_artist', 'requested'] as const)
    await storeCommission(app, { customer: mia, artist: tom, status })
  expect((await ask(app, mia, wish(tom))).statusCode).toBe(200)
  expect(await codeOf(ask(app, mia, wish(tom)))).toBe('too_many_unpaid_of_artist')
  expect((await ask(app, lea, wish(tom))).statusCode).toBe(200)

  const others = [await createCommissionArtist(app), await createCommissionArtist(app)]
  const more = await createCommissionArtist(app)
  for (const artist of [...others, ...others, ...others, more])
    await storeCommission(app, { customer: mia, artist, status: 'pending_artist' })
  expect(await codeOf(ask(app, mia, wish(more)))).toBe('too_many_unpaid')
  const unpaid = app.db
    .selectFrom('commissions')
    .select('id')
    .where('customer_id', '=', mia.id)
    .where('status', 'in', ['pending_artist', 'requested'])
  expect(await unpaid.execute()).toHaveLength(maxUnpaid)
})

test('the tenth request is taken once, however many are sent at the same moment', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  for (const artist of [
    await createCommissionArtist(app),
    await createCommissionArtist(app),
    await createCommissionArtist(app),
  ])
    for (let count = 0; count < 3; count++)
      await storeCommission(app, { customer: mia, artist, status: 'pending_artist' })
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(app, mia, wish(tom))))
  const statuses = answers.map(({ statusCode }) => String(statusCode))
  expect(statuses.toSorted()).toEqual(['200', '409', '409', '409'])
})

test('a customer asks twenty times a day at most', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  for (let count = 0; count < 20; count++) {
    const made = await ask(app, mia, wish(tom))
    expect([count, made.statusCode]).toEqual([count, 200])
    const { id: commissionId } = made.json<Commission>()
    await app.call('POST /api/commission/terminate-before-payment', {
      as: mia,
      send: { commissionId },
    })
  }
  const refused = await ask(app, mia, wish(tom))
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    { code: 'too_many_requests_for_commissions' },
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('a request can name a track of this artist that is listed, and no other one', async () => {
  const app = await sharedApp()
  const [mia, tom, ann] = [
    await createUser(app),
    await createCommissionArtist(app),
    await createCommissionArtist(app),
  ]
  const own = await createTrack(app.db, { artistId: tom.id })
  const foreign = await createTrack(app.db, { artistId: ann.id })
  const gone = await createTrack(app.db, { artistId: tom.id })
  const withdrawn = { withdrawn_at: new Date() }
  await app.db.updateTable('tracks').set(withdrawn).where('id', '=', gone.id).execute()
  const made = await ask(app, mia, { ...wish(tom), trackId: own.id })
  expect(made.json()).toMatchObject({ trackId: own.id })
  await app.db.updateTable('tracks').set(withdrawn).where('id', '=', own.id).execute()
  const { id } = made.json<{ id: string }>()
  // A new request that is filled in from this commission would be refused with that track.
  expect((await app.call(`GET /api/commissions/${id}`, { as: mia })).json()).toMatchObject({
    trackId: null,
  })
  for (const trackId of [foreign.id, gone.id, randomUUID()])
    expect(await codeOf(ask(app, mia, { ...wish(tom), trackId }))).toBe('not_found')
  expect(await countCommissions(app, [mia, tom, ann])).toBe(1)
})

test.each([
  ['blank', 'name', ' '],
  ['too long', 'name', 'x'.repeat(101)],
  ['blank', 'requirements', '\n'],
  ['too long', 'requirements', 'x'.repeat(5001)],
  ['a script', 'guideTrackUrl', 'javascript:alert(1)'],
  ['no web page', 'guideTrackUrl', 'ftp://example.com/song'],
  ['too long', 'guideTrackUrl', `https://example.com/${'x'.repeat(2000)}`],
  ['with a password', 'guideTrackUrl', 'https://me:secret@example.com/'],
])('what is %s is refused as the %s of a request, at that field', async (_what, field, value) => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const refused = await ask(app, mia, { ...wish(tom), [field]: value })
  expect(refused.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: [field] }] })
  expect(await countCommissions(app, [mia, tom])).toBe(0)
})

test('a ban of either party and a request at the same moment leave no request behind', async () => {
  const app = await sharedApp()
  const admin = await createAdmin(app)
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const [lea, ann] = [await createUser(app), await createCommissionArtist(app)]
  const ban = (artistId: string) =>
    app.call('POST /api/proxy/admin/ban-user', { as: admin, send: { artistId } })
  await Promise.all([ask(app, mia, wish(tom)), ban(tom.id), ask(app, lea, wish(ann)), ban(lea.id)])
  const left = await app.db
    .selectFrom('commissions')
    .select('status')
    .where('customer_id', 'in', [mia.id, lea.id])
    .where('status', '!=', 'cancelled')
    .execute()
  expect(left).toEqual([])
})
