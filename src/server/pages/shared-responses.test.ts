import { get } from 'node:http'
import { expect, test } from 'vitest'
import { updateTrack } from '#server/tracks/track-commands.ts'
import { filterHits } from '../../../tests/support/catalogue/listing.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  plainDescription,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { openPageCache } from './page-cache.ts'

async function list(app: TestApp, query = '', headers: Record<string, string> = {}) {
  const response = await app.call(`GET /public/tracks/query${query}`, { headers })
  return {
    response,
    from: response.headers['x-cache'],
    titles: response.json<{ tracks: { title: string }[] }>().tracks.map(({ title }) => title),
  }
}

async function createListedTrack(app: TestApp) {
  const artist = await createUser(app, { role: 'artist' })
  await createTrack(app.db, { artistId: artist.id, title: 'Shenandoah' })
  // Each event empties the cache, and so does the beginning of the listening.
  await app.eventsArrived()
}

test('a list is produced once for all callers, whoever they are, and for each set of known parameters', async () => {
  await using app = await createTestApp({ pageCache: openPageCache() })
  await createListedTrack(app)
  const mia = await createUser(app)
  expect(await list(app)).toMatchObject({ from: 'render', titles: ['Shenandoah'] })
  expect(await list(app, '', { cookie: mia.cookie })).toMatchObject({ from: 'cache' })
  expect(await list(app, '?utm_source=letter&orderBy=best&limit=99')).toMatchObject({
    from: 'cache',
    titles: ['Shenandoah'],
  })
  expect(await list(app, '?query=lark')).toMatchObject({ from: 'render', titles: [] })
  expect(await list(app, '?limit=3')).toMatchObject({ from: 'render', titles: ['Shenandoah'] })
  expect(await list(app, '?limit=3')).toMatchObject({ from: 'cache', titles: ['Shenandoah'] })
})

test('a stored list is the same response as a produced one, and is not sent again to a client that has it', async () => {
  await using app = await createTestApp()
  await using cached = await createTestApp({ pageCache: openPageCache() })
  for (const one of [app, cached]) {
    const [first, second] = [await list(one), await list(one)]
    expect(second.response.body).toBe(first.response.body)
    expect(second.response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(second.response.json()).toEqual({
      tracks: [],
      totalTracks: 0,
      totalIsExact: true,
      totalPages: 0,
      currentPage: 1,
      limit: 10,
      matching: 'exact',
      searchedFor: null,
    })
  }
  const { response } = await list(cached)
  const etag = String(response.headers['etag'])
  const again = await cached.call('GET /public/tracks/query', {
    headers: { 'if-none-match': etag },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the most popular tracks may be stored for 60 s and used for 300 s more; other lists are asked for each time (API-15)', async () => {
  for (const pageCache of [null, openPageCache()]) {
    await using app = await createTestApp({ pageCache })
    const hintOf = async (query: string) =>
      (await list(app, query)).response.headers['cache-control']
    // The second time from the cache, if there is one.
    for (const query of ['', '?limit=6', '', '?limit=6'])
      expect(await hintOf(query)).toBe('public, max-age=60, stale-while-revalidate=300')
    for (const query of ['?query=lark', '?page=2', '?genre=Folk', '?orderBy=price'])
      expect(await hintOf(query)).toBe('no-cache')
  }
})

test('a changed track is in the stored lists as soon as the event arrives', async () => {
  await using app = await createTestApp({ pageCache: openPageCache() })
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id, title: 'Shenandoah' })
  await app.eventsArrived()
  for (const query of ['', '?genre=Folk']) await list(app, query)

  await updateTrack(app.db, { id, artistId: artist.id, changes: { title: 'Skylark' } })

  await app.eventsArrived()
  for (const query of ['', '?genre=Folk'])
    expect(await list(app, query)).toMatchObject({ from: 'render', titles: ['Skylark'] })
})

test('an operator who refreshes a page refreshes the list that it shows', async () => {
  await using app = await createTestApp({ pageCache: openPageCache() })
  await app.eventsArrived()
  await list(app)
  const send = { path: '/tracks', secret: 'the-revalidate-secret' }
  const response = await app.call('POST /api/revalidate', { send })
  expect(response.json()).toEqual({ revalidated: 1 })
  expect(await list(app)).toMatchObject({ from: 'render' })
})

test('a list is found under its path however a request writes it, and what is stored is the same', async () => {
  await using app = await createTestApp({ pageCache: openPageCache() })
  await createListedTrack(app)
  const headers = { host: 'undersong.test' }
  const ask = async (url: string) => {
    const response = await app.http.inject({ url, headers })
    return [response.statusCode, response.headers['x-cache']]
  }
  expect(await ask('/public/tracks/query?limit=3')).toEqual([200, 'render'])
  expect(await ask('/public/tracks/quer%79?limit=3')).toEqual([200, 'cache'])
  expect(await ask('/public/tracks/query?limit=%33&x=1#top')).toEqual([200, 'cache'])
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  expect(await statusOf(address, 'http://undersong.test/public/tracks/query?limit=3')).toBe(200)
  expect(await statusOf(address, '/public/tracks/%66ilters')).toBe(200)
})

/** `target` is the request target as it is sent. */
function statusOf(address: string, target: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const { hostname, port } = new URL(address)
  const sent = { hostname, port, path: target, headers: { host: 'undersong.test' }, agent: false }
  get(sent, (response) => {
    response.resume()
    resolve(response.statusCode)
  }).on('error', reject)
  return promise
}

test('the counts beside the filters are produced once for all callers, and again when a track changes', async () => {
  await using app = await createTestApp({ pageCache: openPageCache() })
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, {
    ...plainDescription,
    artistId: artist.id,
    genre: 'Folk',
  })
  await app.eventsArrived()
  const count = async (query = '') => {
    const { headers } = await app.call(`GET /public/tracks/filters${query}`)
    return [headers['x-cache'], headers['cache-control']]
  }
  expect(await count()).toEqual(['render', 'no-cache'])
  expect(await count('?page=2&x=1&genre=Skiffle')).toEqual(['cache', 'no-cache'])
  expect(await count('?genre=Folk')).toEqual(['render', 'no-cache'])
  expect((await filterHits(app)).get('genre=Folk')).toBe(1)

  await updateTrack(app.db, { id, artistId: artist.id, changes: { genre: 'Jazz' } })
  await app.eventsArrived()
  expect((await filterHits(app)).get('genre=Folk')).toBe(0)
  expect(await count()).toEqual(['cache', 'no-cache'])
  expect(await count('?genre=Folk')).toEqual(['render', 'no-cache'])
})
