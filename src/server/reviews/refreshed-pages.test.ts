import { expect, test } from 'vitest'
import { listenForEvents } from '#server/events/listen-for-events.ts'
import { cachePage } from '#server/pages/finished-page.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import { refreshStalePages } from '#server/pages/stale-pages.ts'
import { eventsArrived } from '../../../tests/support/events-arrived.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'

test('a rating, a comment and a deleted account refresh the cached pages of the catalogue and the track in every process, a rating also the artist’s (RAT-11)', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const mia = await createUser(app)
  const { id } = await createTrack(app.db, { artistId: artist.id })
  await using first = await startProcess(app)
  await using second = await startProcess(app)
  const call = (kind: string, send: object) =>
    app.call(`POST /api/proxy/tracks/${kind}/${id}`, { as: mia, send })
  const pages = ['/tracks', `/tracks/${id}`, '/public/tracks/query']
  const withArtist = [...pages, `/artist/${artist.id}`]
  const changes = [
    { change: () => call('rate', { rating: 5 }), shown: withArtist },
    { change: () => call('comment', { comment: 'Lovely' }), shown: pages },
    { change: () => call('rate', { rating: 4 }), shown: withArtist },
    {
      change: () =>
        app.call('POST /api/account/deletion', { as: mia, send: { password: 'sing it to me' } }),
      shown: withArtist,
    },
  ]
  for (const [at, { change, shown }] of changes.entries()) {
    for (const process of [first, second])
      for (const page of shown) await process.show(page, `before ${at}`)
    await change()
    for (const process of [first, second]) {
      await process.arrived()
      for (const page of shown) expect(await process.show(page, 'new')).toBe('new')
      process.clear()
    }
  }
})

/** Another process with a page cache of its own. */
async function startProcess(app: TestApp) {
  const cache = openPageCache()
  const events = listenForEvents(app.databaseUrl, app.http.log)
  refreshStalePages(events, cache)
  await eventsArrived(app.db, events)
  return {
    async show(path: string, body: string) {
      const render = async () => cachePage({ status: 200, headers: [], body })
      const { page } = await cache.read(path, render, () => {})
      return page.body.bytes.toString()
    },
    clear: cache.clear,
    arrived: () => eventsArrived(app.db, events),
    [Symbol.asyncDispose]: () => events.stop(),
  }
}
