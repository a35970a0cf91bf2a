import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { openPageCache } from '#server/pages/page-cache.ts'
import type { RenderPage } from '#contracts/page-seam.ts'

const longText = `<p>${'Slowly, and with a capo on the second fret. '.repeat(100)}</p>`

const renderPage: RenderPage = async (request) => ({
  status: request.url.includes('missing') ? 404 : 200,
  headers: [['content-type', 'text/html; charset=utf-8']],
  body: request.url.endsWith('/cart') ? '<p>Short.</p>' : longText,
})

const openApp = () =>
  createTestApp({ pageCache: openPageCache(), loadRender: async () => renderPage })

type TestResponse = Awaited<ReturnType<TestApp['call']>>

function textOf({ headers, rawPayload }: TestResponse): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload).toString()
  if (headers['content-encoding'] === 'gzip') return gunzipSync(rawPayload).toString()
  return rawPayload.toString()
}

const requestAs = (app: TestApp, route: string, accept: string | undefined) =>
  app.call(route, { headers: accept === undefined ? {} : { 'accept-encoding': accept } })

const browsers = 'gzip, deflate, br, zstd'

test.each<[string | undefined, string | undefined, string | undefined]>([
  [browsers, 'br', 'gzip'],
  ['gzip, br;q=0.5', 'gzip', 'gzip'],
  ['br, gzip;q=0.5', 'br', 'br'],
  ['br;q=0, *', 'gzip', 'gzip'],
  ['gzip;q=0, *', 'br', 'br'],
  ['*', 'br', 'gzip'],
  ['identity;q=0, gzip', 'gzip', 'gzip'],
  ['GZIP', 'gzip', 'gzip'],
  ['gzip;q=0.5, identity', undefined, undefined],
  ['br;q=0, gzip;q=0', undefined, undefined],
  ['*;q=0', undefined, undefined],
  ['deflate', undefined, undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
])(
  'with Accept-Encoding %j a cached page is sent as %s, and a page rendered for the request as %s',
  async (accept, cached, rendered) => {
    await using app = await openApp()
    for (const [path, coding] of [
      ['/tracks', cached],
      ['/tracks', cached],
      ['/tracks/missing', rendered],
      ['/my-tracks', rendered],
    ] as const) {
      const response = await requestAs(app, `GET ${path}`, accept)
      expect([path, response.headers['content-encoding']]).toEqual([path, coding])
      expect(response.headers['vary']).toBe('accept-encoding')
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
      expect(textOf(response)).toBe(longText)
    }
  },
)

test('JSON and SVG are sent compressed, and HEAD sends the same headers', async () => {
  await using app = await openApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  for (const title of ['Shenandoah', 'Barbara Allen']) {
    await createTrack(app.db, { artistId: artist.id, title })
  }
  for (const [path, coding] of [
    // Stored, so it is compressed once.
    ['/public/tracks/query', 'br'],
    [`/public/tracks/${id}/cover.svg`, 'gzip'],
  ] as const) {
    const uncompressed = await requestAs(app, `GET ${path}`, undefined)
    const compressed = await requestAs(app, `GET ${path}`, browsers)
    const head = await requestAs(app, `HEAD ${path}`, browsers)
    expect([path, compressed.headers['content-encoding']]).toEqual([path, coding])
    expect(textOf(compressed)).toBe(uncompressed.body)
    expect(compressed.rawPayload.length).toBeLessThan(uncompressed.rawPayload.length / 2)
    for (const name of ['content-length', 'content-encoding', 'vary']) {
      expect([name, head.headers[name]]).toEqual([name, compressed.headers[name]])
    }
    expect([uncompressed.headers['vary'], uncompressed.headers['content-encoding']]).toEqual([
      'accept-encoding',
      undefined,
    ])
  }
})

test('a short response is never compressed', async () => {
  await using app = await openApp()
  for (const path of ['/cart', '/healthz', '/public/tracks/nowhere/cover.svg']) {
    const { headers } = await requestAs(app, `GET ${path}`, browsers)
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined])
  }
})

test('a recording is sent uncompressed, as a whole and as a range', async () => {
  await using app = await openApp()
  const artist = await createUser(app, { role: 'artist' })
  const { id } = await createTrack(app.db, { artistId: artist.id })
  const bytes = Buffer.alloc(5000, 'la')
  const kind = { maxBytes: bytes.length, contentType: 'audio/mpeg' }
  await app.storage.put(`previews/${id}.mp3`, Readable.from([bytes]), kind)
  const route = `GET /public/tracks/${id}/preview.mp3`
  const whole = await requestAs(app, route, browsers)
  expect(whole.rawPayload.equals(bytes)).toBe(true)
  const part = await app.call(route, {
    headers: { 'accept-encoding': browsers, range: 'bytes=1000-2999' },
  })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 1000-2999/5000'])
  for (const [response, length] of [
    [whole, '5000'],
    [part, '2000'],
  ] as const) {
    expect(response.headers['content-length']).toBe(length)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers['vary']).toBeUndefined()
  }
})
