import { expect, test } from 'vitest'
import { homeTracks, maxFeaturedTracks } from '#rules/tracks/featured-tracks.ts'
import { listenForEvents } from '#server/events/listen-for-events.ts'
import { cachePage } from '#server/pages/finished-page.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import { refreshStalePages } from '#server/pages/stale-pages.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { eventsArrived } from '../../../tests/support/events-arrived.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type Song = { id: string; title: string }

/** An artist with more songs than the home page lists, the popular ones first. */
async function createSongs(app: TestApp) {
  const artist = await createUser(app, { role: 'artist' })
  const songs: Song[] = []
  for (let count = 0; count < homeTracks + 2; count++) {
    const title = `Song ${count}`
    const { id } = await createTrack(app.db, {
      artistId: artist.id,
      title,
      createdAt: new Date(Date.now() - count * 60_000),
    })
    songs.push({ id, title })
  }
  return { artist, songs }
}

async function onHomePage(app: TestApp) {
  const { tracks, featured } = (await app.call('GET /public/tracks/featured')).json<{
    tracks: Song[]
    featured: number
  }>()
  return { titles: tracks.map(({ title }) => title), featured }
}

async function change(app: TestApp, as: TestUser, { id }: { id: string }, end = 'feature') {
  const send = { note: 'For the spring.' }
  return codeOf(await app.call(`POST /api/proxy/admin/tracks/${id}/${end}`, { as, send }))
}

test('the home page lists what admins feature, the latest first, then the most popular tracks, each once', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { songs } = await createSongs(app)
  const titles = songs.map(({ title }) => title)
  expect(await onHomePage(app)).toEqual({ titles: titles.slice(0, homeTracks), featured: 0 })

  const [first, second, last] = [songs[0], songs[1], songs.at(-1)]
  if (!first || !second || !last) throw new Error('No songs.')
  for (const song of [second, last, last]) expect(await change(app, admin, song)).toBe('done')
  expect(await onHomePage(app)).toEqual({
    titles: ['Song 7', 'Song 1', 'Song 0', 'Song 2', 'Song 3', 'Song 4'],
    featured: 2,
  })
  const listed = await app.call('GET /api/proxy/admin/tracks?state=featured', { as: admin })
  expect(listed.json<{ tracks: object[] }>().tracks).toMatchObject([
    { title: 'Song 1', isFeatured: true },
    { title: 'Song 7', isFeatured: true },
  ])

  for (const ended of [last, last])
    expect(await change(app, admin, ended, 'end-featuring')).toBe('done')
  expect((await onHomePage(app)).titles.slice(0, 2)).toEqual(['Song 1', 'Song 0'])
  const logged = await app.db
    .selectFrom('admin_actions')
    .select(['action', 'subject_id', 'note'])
    .orderBy('id')
    .execute()
  expect(logged).toEqual(
    [
      ['feature_track', second.id],
      ['feature_track', last.id],
      ['end_featuring', last.id],
    ].map(([action, id]) => ({ action, subject_id: id, note: 'For the spring.' })),
  )
})

test('at most a few tracks are featured, also by admins at the same time, and only listed ones are shown', async () => {
  const app = await emptyApp()
  const [admin, colleague] = [await createAdmin(app), await createAdmin(app)]
  const { artist, songs } = await createSongs(app)
  const codes = await Promise.all(
    songs.map((song, place) => change(app, place % 2 === 0 ? admin : colleague, song)),
  )
  expect(codes.filter((code) => code === 'done')).toHaveLength(maxFeaturedTracks)
  expect(new Set(codes)).toEqual(new Set(['done', 'too_many_featured']))
  expect((await onHomePage(app)).featured).toBe(maxFeaturedTracks)

  const shown = songs[codes.indexOf('done')]
  const other = songs[codes.indexOf('too_many_featured')]
  if (!shown || !other) throw new Error('None was featured.')
  await app.call(`POST /api/proxy/tracks/${shown.id}/withdraw`, { as: artist, send: {} })
  const { titles, featured } = await onHomePage(app)
  expect([featured, titles.includes(shown.title)]).toEqual([maxFeaturedTracks - 1, false])
  expect(await change(app, admin, shown, 'end-featuring')).toBe('done')
  expect(await change(app, admin, shown)).toBe('track_not_listed')
  expect(await change(app, admin, other)).toBe('done')
})

test('featuring a track, and its end, refresh the cached home page and its list', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { songs } = await createSongs(app)
  const [song] = songs
  if (!song) throw new Error('No songs.')
  const cache = openPageCache()
  const events = listenForEvents(app.databaseUrl, app.http.log)
  refreshStalePages(events, cache)
  await eventsArrived(app.db, events)
  const shows = async (body: string) => {
    const render = async () => cachePage({ status: 200, headers: [], body })
    const paths = ['/', '/public/tracks/featured']
    const read = await Promise.all(paths.map((path) => cache.read(path, render, () => {})))
    return read.map(({ page }) => page.body.bytes.toString())
  }
  await shows('before')
  for (const end of ['feature', 'end-featuring']) {
    await change(app, admin, song, end)
    await eventsArrived(app.db, events)
    expect(await shows(`after ${end}`)).toEqual([`after ${end}`, `after ${end}`])
  }
  await events.stop()
})
