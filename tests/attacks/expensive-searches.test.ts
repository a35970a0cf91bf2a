// Searches are open to everyone: however expensive they are, the other requests get their responses.

import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPageCache } from '#server/pages/page-cache.ts'
import { loadBuiltWeb } from '#server/start/web-build.ts'
import { createArtistWithPayouts } from '../support/shopping.ts'
import { createTestApp, createTrack, createUser, type TestApp } from '../support/test-app.ts'

const connections = 256
/** Four run, and 64 wait for a connection. */
const accepted = 68

const searches = [
  '/public/tracks/query?query=',
  '/public/tracks/filters?genre=Folk&x=',
  '/public/tracks/suggestions?query=',
]

/** Until `during` has ended, no search ends: nothing is more expensive. */
async function whileSearchesHang(app: TestApp, during: () => Promise<void>): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await sql`
      lock table listed_tracks, suggestions, words in access exclusive mode
    `.execute(tx)
    await during()
  })
}

/** A log-in, a session, a cart and a track's details: what must go on. */
async function callOthers(app: TestApp) {
  const artist = await createArtistWithPayouts(app, 'Rosa Lindqvist')
  const mia = await createUser(app)
  const track = await createTrack(app.db, { artistId: artist.id })
  return async () => {
    const send = { trackId: track.id }
    const login = { email: mia.email, password: 'sing it to me' }
    const responses = [
      await app.call('POST /api/accounts/log-in', { send: login }),
      await app.call('GET /api/proxy/auth/get-id-and-role', { as: mia }),
      await app.call('POST /api/proxy/auth/cart/add', { as: mia, send }),
      await app.call('GET /api/proxy/auth/cart', { as: mia }),
      await app.call(`GET /public/tracks/by-id?ids=${track.id}`),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  }
}

test('while 256 searches hang, further ones get a 503 with Retry-After at once, and the others are answered', async () => {
  await using app = await createTestApp()
  const others = await callOthers(app)
  const search = (at: number) => app.call(`GET ${searches[0]}lark${at}`)
  const responses: ReturnType<typeof search>[] = []
  await whileSearchesHang(app, async () => {
    let refused = 0
    const count = ({ statusCode }: { statusCode: number }) => {
      if (statusCode === 503) refused++
    }
    for (let at = 0; at < connections; at++) responses.push(search(at))
    for (const response of responses) void response.then(count)
    await expect.poll(() => refused).toBe(connections - accepted)
    await others()
  })

  const codes = (await Promise.all(responses)).map((response) =>
    [response.statusCode, response.headers['retry-after'] ?? ''].join(' '),
  )
  expect(codes.filter((code) => code === '200 ')).toHaveLength(accepted)
  expect(codes.filter((code) => code === '503 5')).toHaveLength(connections - accepted)
})

test.each(searches)(
  'a search that takes too long is ended by the database and gets a 503: %s',
  async (search) => {
    await using app = await createTestApp({}, { publicReadMs: 2_000 })
    await whileSearchesHang(app, async () => {
      const { statusCode, headers, json } = await app.call(`GET ${search}lark`)
      expect([statusCode, headers['retry-after'], json().code]).toEqual([503, '5', 'unavailable'])
    })
    expect((await app.call(`GET ${search}lark`)).statusCode).toBe(200)
  },
)

test('256 connections that search without a pause get results or a 503, and the others are answered', async () => {
  await using app = await createTestApp({
    pageCache: openPageCache(),
    loadRender: await loadBuiltWeb(),
  })
  const others = await callOthers(app)
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  // Listening on a port, so the address is no path.
  const { port } = app.http.server.address() as AddressInfo
  const paths = [...searches, '/tracks?query=']
  const codes = new Set<number>()
  const attack = Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let call = 0; call < 4; call++) {
        const path = `${paths[connection % paths.length]}${'a'.repeat(call)}${connection}+lark`
        const response = await fetch(`http://127.0.0.1:${port}${path}`)
        await response.arrayBuffer()
        codes.add(response.status)
      }
    }),
  )
  await others()
  await attack
  expect([...codes].filter((code) => code !== 200 && code !== 503)).toEqual([])
  expect(codes).toContain(200)
})
