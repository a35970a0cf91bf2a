import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { handleErrors } from '#server/http/errors.ts'
import { openPageCache } from './page-cache.ts'
import type { RenderPage } from '#contracts/page-seam.ts'
import { servePages } from './web-pages.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { exampleSite } from '../../../tests/support/pages/example-site.ts'

/** Each page contains its request: the URL, the cookie, the form body and the nonce. */
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
  const site = { ...exampleSite, publicUrl }
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

test('a request to another host name of the same machine is redirected to the public URL, where the sessions are', async () => {
  const app = await openPages('http://127.0.0.1:3000')
  const request = (host: string) =>
    app.inject({ url: '//evil.test/tracks?page=2', headers: { host } }).then((response) => ({
      status: response.statusCode,
      location: response.headers['location'],
    }))
  const location = 'http://127.0.0.1:3000//evil.test/tracks?page=2'
  expect(await request('localhost:3000')).toEqual({ status: 307, location })
  expect(await request('[::1]:3000')).toEqual({ status: 307, location })
  for (const host of ['127.0.0.1:3000', 'shop.test', 'localhost.shop.test']) {
    expect(await request(host)).toEqual({ status: 200 })
  }
})

test('an empty form is accepted, and other methods than GET, HEAD and POST get a 404', async () => {
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
])(
  'on the site %s a form with origin %s sent to host %s gets a %i',
  async (publicUrl, origin, host, status) => {
    const app = await openPages(publicUrl)
    const response = await app.inject({
      method: 'POST',
      url: '/login',
      headers: { ...form, origin, host },
      payload: 'email=a%40b.test',
    })
    expect(response.statusCode).toBe(status)
    expect(response.json().url).toBe(status === 200 ? `${origin}/login` : undefined)
  },
)

test('a POST that is not a form is refused', async () => {
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
  'the catalogue is cached once for each %s, and each visitor gets the requested variant',
  async (name, one, other) => {
    const app = await openPages()
    const paths = [`/tracks?${name}=${one}`, `/tracks?${name}=${other}`, '/tracks']
    for (const from of ['render', 'cache']) {
      for (const url of paths) {
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
])('the cached page %s is not changed by an earlier request for %s', async (cached, firstUrl) => {
  const app = await openPages()
  await app.inject({ url: firstUrl, headers: { ...headers, cookie } })
  const { json } = await app.inject({ url: cached, headers })
  expect(json()).toMatchObject({ url: `http://shop.test${cached}`, cookie: null })
})

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Two scripts written by the renderer, and planted HTML between them. */
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
      const scripts = `script-src 'self' 'wasm-unsafe-eval' ${hashOf('one()')} ${hashOf('two()')};`
      expect(policy).toContain(scripts)
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
])('the policy does not allow a planted script: %s', async (planted) => {
  const app = await openPageWith(planted)
  const response = await app.inject('/tracks')
  expect(response.body).toContain(planted)
  const allowed = String(response.headers['content-security-policy']).match(/'sha256-[^']+'/g)
  expect(allowed).toEqual([hashOf('one()'), hashOf('two()')])
})

test('the nonce is new for every rendering and is not sent to the client', async () => {
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

test('a client that has the cached page gets a 304, and HEAD sends the same headers as GET', async () => {
  const app = await openPageWith('long '.repeat(500))
  const accept = { 'accept-encoding': 'gzip' }
  const { headers: first, rawPayload } = await app.inject({ url: '/tracks', headers: accept })
  const head = await app.inject({ method: 'HEAD', url: '/tracks', headers: accept })
  const varying = ['content-length', 'content-encoding', 'etag', 'vary', 'content-security-policy']
  for (const name of varying) expect([name, head.headers[name]]).toEqual([name, first[name]])
  expect(first['content-length']).toBe(String(rawPayload.length))

  const again = { ...accept, 'if-none-match': String(first['etag']) }
  const same = await app.inject({ url: '/tracks', headers: again })
  expect([same.statusCode, same.body, same.headers['vary']]).toEqual([304, '', 'accept-encoding'])
  expect(same.headers['content-security-policy']).toBe(first['content-security-policy'])
  const other = await app.inject({ url: '/tracks', headers: { 'if-none-match': 'W/"other"' } })
  expect(other.statusCode).toBe(200)
})

test('a personal page is rendered for its visitor and cached neither by the server nor by the browser', async () => {
  const app = await openPages()
  const mine = await app.inject({ url: '/my-tracks', headers: { ...headers, cookie } })
  expect(mine.json()).toMatchObject({ url: 'http://shop.test/my-tracks', cookie })
  expect(mine.headers['cache-control']).toBe('no-store')
  expect((await app.inject('/tracks')).headers['cache-control']).toBe('no-cache')
})

test('a form is passed to its page', async () => {
  const app = await openPages()
  const response = await app.inject({
    method: 'POST',
    url: '/login',
    headers: { ...headers, ...form, origin: 'http://shop.test' },
    payload: 'email=a%40b.test',
  })
  expect(response.json()).toMatchObject({ url: 'http://shop.test/login', form: 'email=a%40b.test' })
})

test('a form over the size limit is refused', async () => {
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
  // The same host with another protocol is another origin: the page's own check would refuse it as a fault.
  ['/login', { origin: 'https://shop.test' }],
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

test('an error of a page is logged once, under the request id that the page shows', async () => {
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
  // Not a counter, which would restart in every process.
  for (const { body } of [first, second]) expect(body).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  expect(first.body).not.toBe(second.body)
})
