import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import type { RenderPage } from '#contracts/page-seam.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const renderPage: RenderPage = async (request) => ({
  status: 200,
  headers: [],
  body: request.method === 'HEAD' ? '' : request.url,
})

const sharedApp = sharedTestApp({ loadRender: async () => renderPage })

const openApp = (overrides: Parameters<typeof createTestApp>[0] = {}) =>
  createTestApp({ loadRender: async () => renderPage, ...overrides })

/** Sends exactly this text over a connection and returns the received text. */
async function exchange(app: TestApp, text: string): Promise<string> {
  if (!app.http.server.listening) await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(text)
  await closed
  return received
}

const host = 'host: undersong.test\r\n'
const close = 'connection: close\r\n'

test.each([
  ['/public/tracks/query', '"totalTracks":0'],
  ['/tracks?page=2', 'http://undersong.test/tracks?page=2'],
])('an absolute URL for %s in the request line is handled like its path', async (path, shown) => {
  const app = await sharedApp()
  const response = await exchange(
    app,
    `GET http://undersong.test${path} HTTP/1.1\r\nhost: elsewhere.test\r\n${close}\r\n`,
  )
  expect(response).toMatch(/^HTTP\/1\.1 200 /)
  expect(response).toContain(shown)
})

test('input that is not HTTP does not interrupt a response in progress', async () => {
  const page = Promise.withResolvers<void>()
  const rendering = Promise.withResolvers<void>()
  await using app = await createTestApp({
    loadRender: async () => async () => {
      rendering.resolve()
      await page.promise
      return { status: 200, headers: [], body: 'The page' }
    },
  })
  const response = exchange(app, `GET /my-tracks HTTP/1.1\r\n${host}\r\nno HTTP\r\n\r\n`)
  await rendering.promise
  expect(await response).toBe('')
  page.resolve()
})

test('a forwarded protocol other than https is treated as http', async () => {
  await using app = await openApp({ trustedProxies: 1 })
  for (const protocol of ['file', 'javascript', 'a b']) {
    const response = await app.call('GET /my-tracks', {
      headers: { 'x-forwarded-proto': protocol },
    })
    expect([response.statusCode, response.body]).toEqual([200, 'http://undersong.test/my-tracks'])
  }
})

test.each([
  ['a path that cannot be decoded', `GET /% HTTP/1.1\r\n${host}${close}\r\n`],
  ['an invalid host', `GET / HTTP/1.1\r\nhost: a b\r\n${close}\r\n`],
  ['no host', `GET / HTTP/1.1\r\n${close}\r\n`],
  ['no host, in HTTP/1.0', `GET / HTTP/1.0\r\n\r\n`],
  ['an invalid absolute URL', `GET http://[ HTTP/1.1\r\n${host}${close}\r\n`],
  ['an invalid request line', `GIVE ME TRACKS\r\n\r\n`],
])('%s gets a 400 with our error body and security headers', async (_what, text) => {
  const app = await sharedApp()
  const response = await exchange(app, text)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  for (const header of [
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy: same-origin',
  ]) {
    expect(response).toContain(header)
  }
  const body: unknown = JSON.parse(response.slice(response.indexOf('\r\n\r\n')))
  expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
})

test.each([
  ['GET /public/tracks/{}/preview.mp3', 400, 'invalid_input'],
  ['GET /api/proxy/tracks/{}', 400, 'invalid_input'],
  ['DELETE /api/proxy/uploads/{}', 401, 'login_required'],
])(
  'in %s an id that is too long gets the same response as any other invalid id',
  async (route, ...expected) => {
    const app = await sharedApp()
    for (const length of [10, 101, 10_000]) {
      const response = await app.call(route.replace('{}', 'a'.repeat(length)))
      expect([length, response.statusCode, response.json().code]).toEqual([length, ...expected])
    }
  },
)

test("a checkout's id may be as long as its contract allows", async () => {
  const app = await sharedApp()
  const as = await createUser(app)
  const response = await app.call(`GET /api/checkout/cs_${'a'.repeat(200)}`, { as })
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
})

test('a health check without a host gets a 200', async () => {
  const app = await sharedApp()
  expect(await exchange(app, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})

test.each(['OPTIONS * HTTP/1.1', 'GET * HTTP/1.1', 'GET //[ HTTP/1.1', 'GET /\\ HTTP/1.1'])(
  '%s is not an unexpected error',
  async (route) => {
    const app = await sharedApp()
    expect(await exchange(app, `${route}\r\n${host}${close}\r\n`)).toMatch(/^HTTP\/1\.1 [234]/)
  },
)

test('HEAD returns the size of a file without reading it, and the same headers as GET for a page', async () => {
  await using app = await openApp()
  const artist = await createUser(app, { role: 'artist' })
  const track = await createTrack(app.db, { artistId: artist.id })
  const mp3 = Buffer.alloc(1000)
  await app.storage.put(`previews/${track.id}.mp3`, Readable.from([mp3]), {
    maxBytes: 1000,
    contentType: 'audio/mpeg',
  })
  const get = vi.spyOn(app.storage, 'get')
  const headers = { range: 'bytes=0-99' }

  const file = await app.call(`HEAD /public/tracks/${track.id}/preview.mp3`, { headers })

  expect([file.statusCode, file.headers['content-length'], file.body]).toEqual([200, '1000', ''])
  expect(file.headers['content-type']).toBe('audio/mpeg')
  expect(get).not.toHaveBeenCalled()
  for (const path of ['/tracks', '/my-tracks']) {
    const [page, whole] = [await app.call(`HEAD ${path}`), await app.call(`GET ${path}`)]
    expect([page.statusCode, page.body]).toEqual([200, ''])
    expect(page.headers['content-length']).toBe(whole.headers['content-length'])
  }
})
