import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listenForEvents } from '#server/events/listen-for-events.ts'
import { publish, type SiteEvent } from '#server/events/site-events.ts'
import { eventsArrived } from '../../../tests/support/events-arrived.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { cachePage } from './finished-page.ts'
import { openPageCache } from './page-cache.ts'
import { refreshStalePages } from './stale-pages.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const [trackId, siblingId, versionId, otherId, artistId, otherArtistId] = [
  '0b94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d10',
  '2c94ea4c-3a6e-4a0e-8a4e-1b7f1c0e9d12',
  '7c0e1b1a-3f64-4a8c-8d21-9a55d2c1f7e0',
  '5d2c1f7e-9a55-4f5d-9f0b-2f9f6a1c3b11',
  'a1d2c1f7-9a55-4f5d-9f0b-2f9f6a1c3b1a',
  'b2d2c1f7-9a55-4f5d-9f0b-2f9f6a1c3b1b',
]
const lists = ['/', '/tracks', '/artists']
const [track, sibling, version, other] = [trackId, siblingId, versionId, otherId].map(
  (id) => `/tracks/${id}`,
) as [string, string, string, string]
const [artist, otherArtist] = [`/artist/${artistId}`, `/artist/${otherArtistId}`]
/** Shows a card of the version. */
const withVersion = `/artist/${versionId}`

/** What each page shows. */
const shown: Record<string, string[]> = {
  ...Object.fromEntries(lists.map((list) => [list, []])),
  [track]: [trackId, artistId],
  [sibling]: [siblingId, artistId],
  [version]: [versionId, otherArtistId],
  [other]: [otherId, otherArtistId],
  [artist]: [artistId, trackId, siblingId],
  [otherArtist]: [otherArtistId, otherId],
  [withVersion]: [versionId],
}
const everyPage = Object.keys(shown)
const ofTrack = [...lists, track, sibling, version, artist, withVersion]
const changed = { trackId, artistId, versionIds: [versionId] }

/** Another process with a page cache of its own, on the database of an app. */
async function startProcess(app: TestApp) {
  const cache = openPageCache()
  const events = listenForEvents(app.databaseUrl, app.http.log)
  refreshStalePages(events, cache)
  await eventsArrived(app.db, events)
  /** What the cache shows for a path, `body` if nothing was cached. */
  const show = async (path: string, body: string) => {
    const render = async () =>
      cachePage({ status: 200, headers: [], body: [body, ...(shown[path] ?? [])].join(' ') })
    const { page } = await cache.read(path, render, () => {})
    return page.body.bytes.toString().split(' ')[0]
  }
  return {
    show,
    arrived: () => eventsArrived(app.db, events),
    [Symbol.asyncDispose]: () => events.stop(),
  }
}

const commit = (app: TestApp, event: SiteEvent) =>
  app.db.transaction().execute((tx) => publish(tx, event))

test.each<[SiteEvent, string[]]>([
  [{ name: 'trackListed', ...changed }, ofTrack],
  [{ name: 'trackChanged', ...changed }, ofTrack],
  [{ name: 'trackChanged', ...changed, versionIds: [] }, [...lists, track, sibling, artist]],
  [{ name: 'ratingsChanged', trackId }, ['/', '/tracks', track]],
  [{ name: 'ratingsChanged', trackId, artistId }, ['/', '/tracks', track, artist]],
  [{ name: 'profileChanged', artistId }, [...lists, track, sibling, artist]],
  [{ name: 'artistChanged', artistId }, everyPage],
  [{ name: 'reviewsChanged', artistId }, ['/artists', artist]],
  [{ name: 'uploadChanged', uploadId: trackId, artistId }, []],
  [{ name: 'sessionsChanged', userId: artistId }, []],
  [{ name: 'pageOutdated', path: '/tracks' }, ['/tracks']],
])('in every process, %j invalidates the pages that show it: %j', async (event, expected) => {
  const app = await sharedApp()
  await using first = await startProcess(app)
  await using second = await startProcess(app)
  for (const process of [first, second])
    for (const page of everyPage) await process.show(page, 'old')

  await commit(app, event)

  for (const process of [first, second]) {
    await process.arrived()
    const bodies = await Promise.all(everyPage.map((page) => process.show(page, 'new')))
    const refreshed = everyPage.filter((_page, at) => bodies[at] === 'new')
    expect(refreshed.toSorted()).toEqual(expected.toSorted())
  }
})

test('a change that is rolled back invalidates nothing, and none can be published outside a transaction', async () => {
  const app = await sharedApp()
  await using process = await startProcess(app)
  await process.show('/tracks', 'old')
  const event: SiteEvent = { name: 'trackChanged', ...changed }

  const failing = app.db.transaction().execute(async (tx) => {
    await publish(tx, event)
    throw new Error('broken on purpose')
  })
  await expect(failing).rejects.toThrow('broken on purpose')
  await process.arrived()
  expect(await process.show('/tracks', 'new')).toBe('old')
  await expect(publish(app.db, event)).rejects.toThrow('outside a transaction')
})

test('a broken connection is opened again, and pages that became outdated meanwhile are invalidated', async () => {
  await using app = await createTestApp()
  await using process = await startProcess(app)
  await process.show('/tracks', 'old')

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'undersong-events'
  `.execute(app.db)
  await commit(app, { name: 'trackListed', ...changed })

  await expect.poll(() => process.show('/tracks', 'new')).toBe('new')
  await process.arrived()
  await process.show('/', 'old')
  await commit(app, { name: 'trackListed', ...changed })
  await process.arrived()
  expect(await process.show('/', 'new')).toBe('new')
})

test('an event of another version of the app is ignored', async () => {
  const app = await sharedApp()
  await using process = await startProcess(app)
  await process.show('/tracks', 'old')
  for (const payload of ['', 'not JSON', '{"name":"trackSung"}', '{"name":"trackListed"}']) {
    await sql`select pg_notify('site_events', ${payload})`.execute(app.db)
  }
  await process.arrived()
  expect(await process.show('/tracks', 'new')).toBe('old')
})
