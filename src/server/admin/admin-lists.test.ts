import { expect, test } from 'vitest'
import { adminPageSize } from '#rules/admin/admin-search.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

async function lists(app: TestApp, as: TestUser) {
  const get = async <Body>(path: string) =>
    (await app.call(`GET /api/proxy/admin/${path}`, { as })).json<Body>()
  return {
    users: async (query: string) => {
      const { users, total } = await get<{ users: { username: string }[]; total: number }>(
        `users?${query}`,
      )
      return { names: users.map(({ username }) => username), total }
    },
    tracks: async (query: string) => {
      const { tracks } = await get<{ tracks: { title: string }[] }>(`tracks?${query}`)
      return tracks.map(({ title }) => title).toSorted()
    },
    log: async (query: string) => {
      const { actions } = await get<{
        actions: { action: string; reason: string | null; note: string | null }[]
      }>(`audit-log?${query}`)
      return actions.map(({ action, reason, note }) => `${action}: ${reason ?? note}`)
    },
    get,
  }
}

const act = (app: TestApp, as: TestUser, path: string, send: object) =>
  app.call(`POST /api/proxy/admin/${path}`, { as, send })

test('an admin finds users by parts of email and names, by id, role and state, with signs taken literally', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const tom = await createUser(app, { role: 'artist', name: 'Tom Ferreira' })
  const mia = await createUser(app, { name: 'mia_50' })
  const { users } = await lists(app, admin)
  await app.db
    .updateTable('users')
    .set({ display_name: 'Zsófia' })
    .where('id', '=', tom.id)
    .execute()

  const both = { names: [mia.username, tom.username, admin.username], total: 3 }
  expect(await users('')).toEqual(both)
  for (const query of [tom.email.slice(3, 20), 'FERREIRA', 'zsófia', tom.id])
    expect(await users(`query=${encodeURIComponent(query)}`)).toMatchObject({
      names: ['Tom Ferreira'],
    })
  expect(await users('query=a_5')).toMatchObject({ names: ['mia_50'] })
  for (const query of ['mia%2550', 'a%5C_5', 'o_F']) {
    expect((await users(`query=${query}`)).names).toEqual([])
  }
  expect((await users('role=artist')).names).toEqual(['Tom Ferreira'])

  expect((await users('state=banned')).names).toEqual([])
  await act(app, admin, 'ban-user', { artistId: mia.id })
  expect((await users('state=banned')).names).toEqual(['mia_50'])
  expect((await users('state=active&role=customer')).names).toEqual([])
})

test('a NUL in a search is left out, in the lists of admins, artists and customers', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const tom = await createUser(app, { role: 'artist', name: 'Tom Ferreira' })
  await createTrack(app.db, { artistId: tom.id, title: 'Blackbird' })
  const searched = async (path: string, as: TestUser) => {
    const response = await app.call(`GET ${path}`, { as })
    const { total, totalTracks } = response.json<{ total?: number; totalTracks?: number }>()
    return [response.statusCode, total ?? totalTracks]
  }
  expect(await searched('/api/proxy/admin/users?query=Ferr%00eira', admin)).toEqual([200, 1])
  expect(await searched('/api/proxy/admin/tracks?query=Black%00bird', admin)).toEqual([200, 1])
  expect(await searched('/api/proxy/admin/messages?query=a%00b', admin)).toEqual([200, 0])
  expect(await searched('/api/proxy/artists/tracks?query=Black%00bird', tom)).toEqual([200, 1])
  // A search for nothing but a NUL is none.
  expect(await searched('/api/proxy/artists/tracks?query=%00', tom)).toEqual([200, 1])
  expect((await app.call('GET /api/proxy/my-tracks?query=a%00b', { as: tom })).statusCode).toBe(200)
})

test('a long list has pages, and a page after the last one is the last one', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const artist = await createUser(app, { role: 'artist' })
  for (let count = 0; count < adminPageSize + 2; count++)
    await createTrack(app.db, { artistId: artist.id, title: `Song ${count}` })
  const { tracks, get } = await lists(app, admin)
  const first = await tracks('')
  expect(first).toHaveLength(adminPageSize)
  const rest = await tracks('page=2')
  expect(new Set([...first, ...rest]).size).toBe(adminPageSize + 2)
  expect(await get('tracks?page=900')).toMatchObject({
    total: adminPageSize + 2,
    totalPages: 2,
    currentPage: 2,
  })
})

test('the track of a banned artist is neither among the listed nor among the withdrawn ones', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const [tom, rosa] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  await createTrack(app.db, { artistId: tom.id, title: 'Blackbird' })
  const skylark = await createTrack(app.db, { artistId: rosa.id, title: 'Skylark' })
  await app.call(`POST /api/proxy/tracks/${skylark.id}/withdraw`, { as: rosa, send: {} })
  await createTrack(app.db, { artistId: rosa.id, title: 'Nightingale' })
  await act(app, admin, 'ban-user', { artistId: tom.id })
  const { tracks, get } = await lists(app, admin)
  expect(await tracks('state=listed')).toEqual(['Nightingale'])
  expect(await tracks('state=withdrawn')).toEqual(['Skylark'])
  expect(await get(`tracks?artist=${tom.id}`)).toMatchObject({
    tracks: [{ title: 'Blackbird', isListed: false, withdrawnAt: null }],
  })
  await act(app, admin, 'unban-user', { artistId: tom.id })
  expect(await tracks('state=listed')).toEqual(['Blackbird', 'Nightingale'])
})

test('an admin takes a track down, which its artist cannot restore but is told why, and puts it back', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const tom = await createUser(app, { role: 'artist' })
  const blackbird = await createTrack(app.db, { artistId: tom.id, title: 'Blackbird' })
  const skylark = await createTrack(app.db, { artistId: tom.id, title: 'Skylark' })
  await app.call(`POST /api/proxy/tracks/${skylark.id}/withdraw`, { as: tom, send: {} })
  const { tracks, log } = await lists(app, admin)
  const restore = async (id: string) => {
    const restored = await app.call(`POST /api/proxy/tracks/${id}/restore`, { as: tom, send: {} })
    return restored.json<{ code?: string }>().code ?? 'done'
  }

  for (const { id } of [blackbird, blackbird, skylark])
    expect(
      (await act(app, admin, `tracks/${id}/take-down`, { reason: 'A complaint.' })).statusCode,
    ).toBe(200)
  expect(await tracks('state=taken_down')).toEqual(['Blackbird', 'Skylark'])
  expect([await restore(blackbird.id), await restore(skylark.id)]).toEqual([
    'track_taken_down',
    'track_taken_down',
  ])
  const open = await app.call(`GET /api/proxy/tracks/${blackbird.id}`)
  expect(open.statusCode).toBe(404)

  for (const { id } of [blackbird, skylark])
    await act(app, admin, `tracks/${id}/put-back`, { reason: 'It was a mistake.' })
  // The other one had been withdrawn by the artist.
  expect([await tracks('state=listed'), await tracks('state=withdrawn')]).toEqual([
    ['Blackbird'],
    ['Skylark'],
  ])
  expect(await restore(skylark.id)).toBe('done')
  expect(await log(`subject=${blackbird.id}`)).toEqual([
    'put_back_track: It was a mistake.',
    'take_down_track: A complaint.',
  ])
  const told = await app.db
    .selectFrom('notifications')
    .select(['kind', 'details'])
    .where('user_id', '=', tom.id)
    .orderBy('id')
    .execute()
  expect(told).toHaveLength(4)
  expect(told).toContainEqual({
    kind: 'track_taken_down',
    details: { titles: ['Blackbird'], reason: 'A complaint.', byReport: false },
  })
})

test('an admin takes back the validation of a recording, which the filter of the catalogue then leaves out', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const tom = await createUser(app, { role: 'artist' })
  const track = await createTrack(app.db, { artistId: tom.id, title: 'Blackbird' })
  const { tracks } = await lists(app, admin)
  const validated = async () =>
    (await app.call('GET /public/tracks/query?qualityValidated=true')).json<{ tracks: object[] }>()
      .tracks.length
  const set = (qualityValidated: boolean) =>
    act(app, admin, `tracks/${track.id}/quality`, { qualityValidated, note: 'It clips.' })
  expect(await validated()).toBe(1)
  await set(false)
  expect([await validated(), await tracks('state=not_validated')]).toEqual([0, ['Blackbird']])
  await set(true)
  expect([await validated(), await tracks('state=not_validated')]).toEqual([1, []])
})

test('the audit log is filtered by action, admin and subject, and names everybody as they are called now', async () => {
  const app = await emptyApp()
  const [admin, colleague] = [await createAdmin(app), await createAdmin(app)]
  const [mia, tom] = [await createUser(app), await createUser(app, { role: 'artist' })]
  const { log, get } = await lists(app, admin)
  await act(app, admin, 'ban-user', { artistId: mia.id, reason: 'Rude.' })
  await act(app, colleague, 'unban-user', { artistId: mia.id, reason: 'Sorry.' })
  await act(app, colleague, `users/${tom.id}/hold-transfers`, { note: 'A question.' })

  const held = 'hold_transfers: A question.'
  expect(await log('')).toEqual([held, 'unban_user: Sorry.', 'ban_user: Rude.'])
  expect(await log('action=ban_user')).toEqual(['ban_user: Rude.'])
  expect(await log(`admin=${colleague.id}`)).toEqual([held, 'unban_user: Sorry.'])
  expect(await log(`subject=${mia.id}`)).toEqual(['unban_user: Sorry.', 'ban_user: Rude.'])
  expect(await log('action=nothing')).toHaveLength(3)
  const { actions } = await get<{ actions: object[] }>(`audit-log?subject=${tom.id}`)
  expect(actions).toMatchObject([
    {
      admin: { id: colleague.id, name: colleague.username },
      subject: { kind: 'user', id: tom.id, name: tom.username },
    },
  ])
  expect(await get(`users/${mia.id}`)).toMatchObject({
    isBanned: false,
    history: [{ action: 'unban_user' }, { action: 'ban_user' }],
  })
})
