import { expect, test } from 'vitest'
import { openPageCache } from '#server/pages/page-cache.ts'
import { loadBuiltWeb } from '#server/start/web-build.ts'
import type { TestApp } from '../support/test-app.ts'
import { createAttackApp } from './attack-app.ts'

const canary = 'canary-evil.test'

const poisonedHeaders: Record<string, string>[] = [
  { host: canary },
  { host: `undersong.test:80@${canary}` },
  { 'x-forwarded-host': canary },
  { 'x-forwarded-proto': canary },
  { 'x-forwarded-proto': 'file', 'x-forwarded-host': canary },
  { 'x-forwarded-port': '1337', 'x-forwarded-server': canary },
  { 'x-forwarded-prefix': `/${canary}` },
  { 'x-forwarded-scheme': 'nothttps', 'x-forwarded-for': canary },
  { forwarded: `host=${canary};proto=https` },
  { 'x-host': canary, 'x-original-host': canary },
  { 'x-original-url': `/${canary}`, 'x-rewrite-url': `/${canary}` },
  { referer: `http://${canary}/`, origin: `http://${canary}` },
  { 'user-agent': `<b>${canary}</b>`, 'accept-language': canary },
  { cookie: `theme=${canary}; undersong.session_token=${canary}` },
  { accept: canary, 'x-requested-with': canary },
  { 'x-http-method-override': 'POST', range: 'bytes=0-10' },
  { 'if-none-match': canary, 'if-modified-since': canary },
]

const poisonedQueries = [
  `utm_source=${canary}`,
  `from=${canary}`,
  `_routes=${canary}`,
  `next=//${canary}`,
  `success=${canary}`,
  `__proto__=${canary}`,
  `page=1&page=${canary}`,
  `index=${canary}`,
]

test('no header, cookie or unknown parameter of one visitor reaches the cached page of another', async () => {
  const cache = openPageCache()
  await using attack = await createAttackApp({
    pageCache: cache,
    loadRender: await loadBuiltWeb(),
  })
  const { testApp, people, tracks } = attack
  const paths = ['/', '/tracks', '/tracks.data', `/tracks/${tracks.unbought}`]
  for (const path of paths) {
    cache.clear()
    const clean = await visit(testApp, path)
    expect(clean.status).toBe(200)
    const poisons = [
      ...poisonedHeaders.map((headers) => ({ url: path, headers })),
      ...poisonedQueries.map((query) => ({ url: `${path}?${query}`, headers: {} })),
      { url: path, headers: { cookie: people.buyer.cookie } },
      { url: path, headers: { cookie: people.admin.cookie } },
      { url: `//${canary}${path}`, headers: {} },
    ]
    for (const { url, headers } of poisons) {
      cache.clear()
      const what = `${url} ${JSON.stringify(headers)}`
      const poisoned = await visit(testApp, url, headers)
      expect(poisoned.status, what).toBeLessThan(500)
      const next = await visit(testApp, path)
      expect(next.body, what).toBe(clean.body)
      expect(next.body.includes(canary) || next.body.includes(people.buyer.username), what).toBe(
        false,
      )
      expect(next.cookies, what).toBeUndefined()
    }
  }
})

test('no personal page is cached, under any disguised URL', async () => {
  const cache = openPageCache()
  await using attack = await createAttackApp({
    pageCache: cache,
    loadRender: await loadBuiltWeb(),
  })
  const { testApp, people } = attack
  const own = ['/my-tracks', '/cart', '/artist-dashboard', '/login', '/checkout/success']
  const disguises = [
    '',
    '/x.css',
    '.css',
    ';x.js',
    '%2Fx.css',
    '?x.css',
    '/..%2Ftracks',
    '%00.png',
    '.data',
  ]
  for (const path of own)
    for (const disguise of disguises) {
      const url = path + disguise
      await visit(testApp, url, { cookie: people.buyer.cookie })
      const guest = await testApp.http.inject({ url, headers: { host: 'undersong.test' } })
      expect(guest.statusCode, url).toBeLessThan(500)
      expect(guest.headers['x-cache'], url).toBeUndefined()
      expect(guest.headers['cache-control'], url).toBe('no-store')
      expect(guest.body, url).not.toContain('The Parting Glass')
      expect(guest.body, url).not.toContain(people.buyer.username)
    }
})

test('concurrent visitors each get their own pages', async () => {
  await using attack = await createAttackApp({
    pageCache: openPageCache(),
    loadRender: await loadBuiltWeb(),
  })
  const { testApp, people } = attack
  const visitors = [people.buyer, people.customer, people.artist, undefined]
  const responses = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const person = visitors[index % visitors.length]
      const path = ['/api/proxy/auth/get-id-and-role', '/my-tracks', '/tracks'][index % 3] ?? '/'
      const response = await testApp.http.inject({
        url: path,
        headers: { host: 'undersong.test', cookie: person?.cookie ?? '' },
      })
      return { person, path, body: response.body }
    }),
  )
  for (const { person, path, body } of responses) {
    if (path.startsWith('/api'))
      expect(body).toContain(`"id":${JSON.stringify(person?.id ?? null)}`)
    const others = visitors.flatMap((one) => (one && one !== person ? [one.id, one.email] : []))
    // An artist's name and id appear on public pages.
    const secret = others.filter((text) => text !== people.artist.id)
    expect(secret.filter((text) => body.includes(text))).toEqual([])
  }
})

async function visit(testApp: TestApp, url: string, headers: Record<string, string> = {}) {
  const response = await testApp.http.inject({
    url,
    headers: { host: 'undersong.test', ...headers },
  })
  return {
    status: response.statusCode,
    cookies: response.headers['set-cookie'],
    body: response.body.replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"/g, ''),
  }
}
