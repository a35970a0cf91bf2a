import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { handleErrors } from '#server/http/errors.ts'
import { openPageCache } from './page-cache.ts'
import { servePages, type RenderPage } from './web-pages.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

/** Each page says what it was asked: its address, the visitor's cookie, the form, the scripts' nonce. */
const renderPage: RenderPage = async (request, { nonce }) => ({
  status: 200,
  headers: [],
  body: JSON.stringify({
    url: request.url,
    cookie: request.headers.get('cookie'),
    form: await request.text(),
    nonce,
  }),
})

async function openPages(publicUrl = 'http://shop.test', render = renderPage) {
  const app = Fastify()
  handleErrors(app)
  const site = { testPayments: true, publicUrl }
  servePages(app, {
    loadRender: async () => render,
    cache: openPageCache(),
    site,
    formOrigins: ['https://pay.test'],
  })
  await app.ready()
  return app
}

const headers = { host: 'shop.test' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const cookie = 'session=of-somebody'

test("under another name of the same machine the page is sent home, where its visitors' sessions are", async () => {
  const app = await openPages('http://127.0.0.1:3000')
  const request = (host: string) =>
    app.inject({ url: '//evil.test/tracks?page=2', headers: { host } }).then((response) => ({
      status: response.statusCode,
      location: response.headers['location'],
    }))
  const home = 'http://127.0.0.1:3000//evil.test/tracks?page=2'
  expect(await request('localhost:3000')).toEqual({ status: 307, location: home })
  expect(await request('[::1]:3000')).toEqual({ status: 307, location: home })
  for (const host of ['127.0.0.1:3000', 'shop.test', 'localhost.shop.test']) {
    expect(await request(host)).toEqual({ status: 200 })
  }
})

test('an empty form is a form, and no other method is a page', async () => {
  const app = await openPages()
  const empty = await app.inject({ method: 'POST', url: '/login', headers })
  expect([empty.statusCode, empty.json().form]).toEqual([200, ''])
  for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE'] as const) {
    const response = await app.inject({ method: method as 'PUT', url: '/login', headers })
    expect([method, response.statusCode, response.json().code]).toEqual([method, 404, 'not_found'])
  }
})

test.each([
  ['http://shop.test', 'http://shop.test', 'shop.test', 200],
  ['http://shop.test', 'http://other.name', 'other.name', 200],
  ['http://shop.test', 'http://evil.test', 'shop.test', 403],
  // Behind a proxy that names its upstream.
  ['https://shop.test', 'https://shop.test', '127.0.0.1:3000', 200],
  ['https://shop.test', 'http://shop.test', 'shop.test', 403],
  ['https://shop.test', 'null', 'shop.test', 403],
])('of %s: a form from %s sent to %s is answered %i', async (publicUrl, origin, host, status) => {
  const app = await openPages(publicUrl)
  const response = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { ...form, origin, host },
    payload: 'email=a%40b.test',
  })
  expect(response.statusCode).toBe(status)
  expect(response.json().url).toBe(status === 200 ? `${origin}/login` : undefined)
})

test('what is no form is no page', async () => {
  const app = await openPages()
  const payload = JSON.stringify({ email: 'a@b.test' })
  const type = { 'content-type': 'application/json' }
  const response = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { ...headers, ...type },
    payload,
  })
  expect([response.statusCode, response.json().code]).toEqual([415, 'bad_request'])
})

test.each([
  ['query', 'one', 'two'],
  ['artistId', '0198f000-0000-7000-8000-00000000000a', '0198f000-0000-7000-8000-00000000000b'],
  ['orderBy', 'price', 'rating'],
  ['page', '2', '3'],
])(
  'the catalogue is kept once for each %s, and everyone gets the one asked for',
  async (name, one, other) => {
    const app = await openPages()
    const requested = [`/tracks?${name}=${one}`, `/tracks?${name}=${other}`, '/tracks']
    for (const from of ['render', 'cache']) {
      for (const url of requested) {
        const response = await app.inject({ url, headers })
        expect([response.headers['x-cache'], response.json().url]).toEqual([
          from,
          `http://shop.test${url}`,
        ])
      }
    }
  },
)

test.each([
  ['/tracks', `/tracks?query=poison${'%20'.repeat(210)}`],
  ['/tracks?query=one', '/tracks?query=one&query=two'],
  ['/tracks', '/tracks?utm_source=letter'],
  ['/tracks', '//evil.test/../tracks'],
])('a page kept as %s shows nothing else, whoever asked first: %s', async (cached, requested) => {
  const app = await openPages()
  await app.inject({ url: requested, headers: { ...headers, cookie } })
  const { json } = await app.inject({ url: cached, headers })
  expect(json()).toMatchObject({ url: `http://shop.test${cached}`, cookie: null })
})

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Two scripts of the renderer's own, and between them whatever somebody planted. */
const openPageWith = (planted: string) =>
  openPages(undefined, async (_request, { nonce }) => ({
    status: 200,
    headers: [],
    body: `<script nonce="${nonce}">one()</script>${planted}<script type="module" nonce="${nonce}" async="">two()</script><link nonce="${nonce}"/>`,
  }))

test.each(['/tracks', '/my-tracks'])(
  'the policy of %s allows the scripts the renderer wrote, by their hashes, from the cache as well',
  async (path) => {
    const app = await openPageWith('')
    for (const response of [await app.inject(path), await app.inject(path)]) {
      const policy = response.headers['content-security-policy']
      expect(policy).toContain("; form-action 'self' https://pay.test;")
      expect(policy).toContain(`script-src 'self' ${hashOf('one()')} ${hashOf('two()')};`)
      expect(response.body).toBe(
        '<script>one()</script><script type="module" async="">two()</script><link/>',
      )
    }
  },
)

test.each([
  '<script>evil()</script>',
  '<script nonce="">evil()</script>',
  `<script nonce="${'0'.repeat(36)}">evil()</script>`,
  '<script nonce="[0-9a-f]+">evil()</script>',
  '<script nonce=".*">evil()</script>',
  '<script data-nonce>evil()</script>',
  '<script nonce=">evil()</script>',
  '<script x="',
  '<script>',
  '<!--<script>evil()',
])('the policy allows no script that somebody planted: %s', async (planted) => {
  const app = await openPageWith(planted)
  const response = await app.inject('/tracks')
  expect(response.body).toContain(planted)
  const allowed = String(response.headers['content-security-policy']).match(/'sha256-[^']+'/g)
  expect(allowed).toEqual([hashOf('one()'), hashOf('two()')])
})

test('what marks the scripts is new for every rendering and leaves with none', async () => {
  const nonces: string[] = []
  const app = await openPages(undefined, async (_request, { nonce }) => {
    nonces.push(nonce)
    return { status: 200, headers: [], body: `<script nonce="${nonce}">one()</script>` }
  })
  const responses = [await app.inject('/my-tracks'), await app.inject('/my-tracks')]
  expect(new Set(nonces).size).toBe(2)
  for (const response of responses) {
    const whole = response.body + JSON.stringify(response.headers)
    expect(nonces.filter((nonce) => whole.includes(nonce))).toEqual([])
  }
})

test('a cached page is not sent again to whoever has it, and HEAD says what GET would', async () => {
  const app = await openPageWith('long '.repeat(500))
  const accept = { 'accept-encoding': 'gzip' }
  const { headers: told, rawPayload } = await app.inject({ url: '/tracks', headers: accept })
  const head = await app.inject({ method: 'HEAD', url: '/tracks', headers: accept })
  const varying = ['content-length', 'content-encoding', 'etag', 'vary', 'content-security-policy']
  for (const name of varying) expect([name, head.headers[name]]).toEqual([name, told[name]])
  expect(told['content-length']).toBe(String(rawPayload.length))

  const again = { ...accept, 'if-none-match': String(told['etag']) }
  const same = await app.inject({ url: '/tracks', headers: again })
  expect([same.statusCode, same.body, same.headers['vary']]).toEqual([304, '', 'accept-encoding'])
  expect(same.headers['content-security-policy']).toBe(told['content-security-policy'])
  const other = await app.inject({ url: '/tracks', headers: { 'if-none-match': 'W/"other"' } })
  expect(other.statusCode).toBe(200)
})

test('a page of one person is rendered for them and kept by nobody, not even the browser', async () => {
  const app = await openPages()
  const mine = await app.inject({ url: '/my-tracks', headers: { ...headers, cookie } })
  expect(mine.json()).toMatchObject({ url: 'http://shop.test/my-tracks', cookie })
  expect(mine.headers['cache-control']).toBe('no-store')
  expect((await app.inject('/tracks')).headers['cache-control']).toBe('no-cache')
})

test('a form reaches its page', async () => {
  const app = await openPages()
  const response = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { ...headers, ...form, origin: 'http://shop.test' },
    payload: 'email=a%40b.test',
  })
  expect(response.json()).toMatchObject({ url: 'http://shop.test/login', form: 'email=a%40b.test' })
})

test('a form larger than any of ours is refused', async () => {
  const app = await openPages()
  const response = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { ...headers, ...form },
    payload: `email=${'a'.repeat(70_000)}`,
  })
  expect([response.statusCode, response.json().code]).toEqual([413, 'payload_too_large'])
})

test.each([
  ['/login', { origin: 'http://evil.test' }],
  ['/login', { 'sec-fetch-site': 'cross-site' }],
  ['//evil.test/login', { origin: 'http://evil.test' }],
])('a form that another site sends to %s is refused: %j', async (url, from) => {
  const app = await openPages()
  const response = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...form, ...from },
    payload: 'email=a%40b.test',
  })
  expect([response.statusCode, response.json().code]).toEqual([403, 'foreign_origin'])
})

test('an error of a page is one line in the log, under the id that the page shows', async () => {
  const lines: string[] = []
  const breaking: RenderPage = async (_request, { requestId, logError }) => {
    logError(new Error('the page broke'))
    return { status: 500, headers: [], body: requestId }
  }
  await using testApp = await createTestApp({
    loadRender: async () => breaking,
    logLevel: 'error',
    logStream: { write: (line) => void lines.push(line) },
  })
  const first = await testApp.call('GET /my-tracks')
  const second = await testApp.call('GET /my-tracks')

  const logged = lines.map((line): unknown => JSON.parse(line))
  expect(logged).toMatchObject(
    [first, second].map(({ body }) => ({
      reqId: body,
      msg: 'fault',
      err: { message: 'the page broke' },
    })),
  )
  // No counter: it would begin again in every process.
  for (const { body } of [first, second]) expect(body).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  expect(first.body).not.toBe(second.body)
})
