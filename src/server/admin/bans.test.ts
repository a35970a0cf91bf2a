import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Cart } from '#contracts/cart.ts'
import { unstatedReason } from '#rules/admin/admin-actions.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type Change = 'ban' | 'unban'
const change = (app: TestApp, as: TestUser | undefined, name: Change, send: object) =>
  app.call(`POST /api/proxy/admin/${name}-user`, { ...(as ? { as } : {}), send })

const logged = (app: TestApp) =>
  app.db
    .selectFrom('admin_actions')
    .select(['action', 'admin_id', 'subject_id', 'reason', 'note'])
    .orderBy('id')
    .execute()

const whoAmI = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/auth/get-id-and-role', { as })).json<object>()

test('an admin bans and unbans an artist, each once in the audit log with its reason (BAN-02, API-26, API-27)', async () => {
  const app = await emptyApp()
  const [admin, tom] = [await createAdmin(app), await createUser(app, { role: 'artist' })]
  expect(await whoAmI(app, tom)).toMatchObject({ isBanned: false })

  const reason = 'Copied recordings.'
  for (let count = 0; count < 2; count++) {
    const banned = await change(app, admin, 'ban', { artistId: tom.id, reason })
    expect([banned.statusCode, banned.json()]).toEqual([200, { artistId: tom.id, isBanned: true }])
  }
  expect(await whoAmI(app, tom)).toMatchObject({ id: tom.id, role: 'artist', isBanned: true })

  // The specification's body alone.
  const unbanned = await change(app, admin, 'unban', { artistId: tom.id })
  expect(unbanned.json()).toEqual({ artistId: tom.id, isBanned: false })
  expect(await whoAmI(app, tom)).toMatchObject({ isBanned: false })
  const about = { admin_id: admin.id, subject_id: tom.id }
  expect(await logged(app)).toEqual([
    { ...about, action: 'ban_user', reason, note: null },
    { ...about, action: 'unban_user', reason: null, note: unstatedReason },
  ])
})

test('only an admin bans: neither themselves, nor another admin, nor an unknown user (BAN-05, ROL-24)', async () => {
  const app = await emptyApp()
  const [admin, colleague] = [await createAdmin(app), await createAdmin(app)]
  const [mia, tom] = [await createUser(app), await createUser(app, { role: 'artist' })]
  const code = async (as: TestUser | undefined, name: Change, artistId: string) =>
    (await change(app, as, name, { artistId })).json<{ code: string }>().code
  for (const name of ['ban', 'unban'] as const) {
    expect(await code(undefined, name, tom.id)).toBe('login_required')
    for (const as of [mia, tom]) expect(await code(as, name, mia.id)).toBe('not_allowed')
    expect(await code(admin, name, randomUUID())).toBe('not_found')
  }
  expect(await code(admin, 'ban', admin.id)).toBe('own_ban')
  expect(await code(admin, 'ban', colleague.id)).toBe('admin_ban')
  const empty = await change(app, admin, 'ban', { artistId: tom.id, reason: ' ' })
  expect(empty.json()).toMatchObject({ code: 'invalid_input' })
  expect(await logged(app)).toEqual([])
  expect(await app.db.selectFrom('users').where('banned', '=', true).execute()).toEqual([])
})

test('a ban hides the artist and their tracks from everyone, carts name the tracks as gone, and an unban brings all back (D-100, D-101)', async () => {
  const app = await emptyApp()
  const [admin, mia] = [await createAdmin(app), await createUser(app)]
  const tom = await createArtistWithPayouts(app, 'Tom Ferreira')
  const track = await createTrack(app.db, { artistId: tom.id, title: 'Blackbird' })
  await app.db
    .updateTable('artists')
    .set({ commission_price_pence: 5000, wants_commissions: true })
    .execute()
  await app.call('POST /api/proxy/auth/cart/add', { as: mia, send: { trackId: track.id } })
  const lists = [
    '/public/tracks/query',
    '/public/tracks/query?query=blackbird',
    `/public/tracks/query?artistId=${tom.id}`,
    '/public/tracks/suggestions?query=ferr',
    '/public/users/query',
    '/public/users/query?query=ferreira',
    '/public/artists/featured',
    '/public/tracks/featured',
  ]
  const shown = async () => {
    const listed = lists.map(async (path) => (await app.call(`GET ${path}`)).body.includes(tom.id))
    const single = [`/public/users/${tom.id}`, `/api/proxy/tracks/${track.id}`].map(
      async (path) => (await app.call(`GET ${path}`)).statusCode,
    )
    const cart = (await app.call('GET /api/proxy/auth/cart', { as: mia })).json<Cart>()
    return {
      listed: await Promise.all(listed),
      single: await Promise.all(single),
      inCart: cart.items.length,
      gone: cart.gone.map(({ title }) => title),
    }
  }
  const everywhere = { listed: lists.map(() => true), single: [200, 200], inCart: 1, gone: [] }
  const nowhere = {
    listed: lists.map(() => false),
    single: [404, 404],
    inCart: 0,
    gone: ['Blackbird'],
  }
  expect(await shown()).toEqual(everywhere)
  await change(app, admin, 'ban', { artistId: tom.id })
  expect(await shown()).toEqual(nowhere)
  // An admin still sees them, to lift the ban.
  const profile = await app.call(`GET /public/users/${tom.id}`, { as: admin })
  expect([profile.statusCode, profile.json()]).toMatchObject([200, { banned: true }])
  const foreign = await app.call(`GET /public/users/${tom.id}`, { as: mia })
  expect(foreign.statusCode).toBe(404)
  await change(app, admin, 'unban', { artistId: tom.id })
  expect(await shown()).toEqual(everywhere)
})
