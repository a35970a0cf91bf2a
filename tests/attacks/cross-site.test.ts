import { expect, test } from 'vitest'
import type { Endpoint } from '#contracts/endpoint.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { callers, createAttackApp, type AttackApp } from './attack-app.ts'

const mutations = allEndpoints
  .map(({ endpoint }) => endpoint)
  .filter(
    // The provider's events carry a signature instead of a cookie.
    ({ method, path }) => method !== 'GET' && !path.startsWith('/api/stripe/'),
  )

/** Headers that a browser sends from a page on another site, or from one that hides its origin. */
const foreign: Record<string, string>[] = [
  { origin: 'https://evil.test' },
  { origin: 'http://evil.test', referer: 'http://undersong.test/' },
  { origin: 'null' },
  { origin: 'http://undersong.test.evil.test' },
  { origin: 'http://evil-undersong.test' },
  { origin: 'http://undersong.test@evil.test' },
  { origin: 'http://undersong.test:8080' },
  { origin: 'http://sub.undersong.test' },
  { origin: '' },
  { origin: 'http://undersong.test, http://evil.test' },
  { origin: 'file://' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://undersong.test' },
  { 'sec-fetch-site': 'Same-Origin' },
]

/** Content types that forms of other sites can send without a preflight request. */
const simpleTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
]

test.each(mutations.map((endpoint) => [endpoint.route, endpoint] as const))(
  'no other site executes %s',
  async (_route, endpoint) => {
    await using attack = await createAttackApp()
    const before = await snapshot(attack)
    for (const headers of foreign)
      for (const type of simpleTypes) {
        const response = await write(attack, endpoint, { ...headers, 'content-type': type })
        const what = `${JSON.stringify(headers)} ${type}: ${response.body}`
        expect(response.statusCode, what).toBe(response.statusCode === 415 ? 415 : 403)
        expect(response.headers['set-cookie'], what).toBeUndefined()
      }
    expect(await snapshot(attack)).toEqual(before)
  },
)

function write({ testApp, people, ids }: AttackApp, endpoint: Endpoint, headers: object) {
  const caller = people.artist
  return testApp.http.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{\w+\}/g, ids[3] ?? ''),
    headers: { host: 'undersong.test', cookie: caller.cookie, ...headers },
    payload: JSON.stringify({
      trackId: ids[1],
      items: [{ trackId: ids[1] }],
      email: caller.email,
      password: 'sing it to me',
      username: 'somebody new',
      role: 'customer',
      path: '/tracks',
      secret: 'the-revalidate-secret',
    }),
  })
}

test.each(mutations.map((endpoint) => [endpoint.route, endpoint] as const))(
  'no read and no overridden method executes %s',
  async (_route, endpoint) => {
    await using attack = await createAttackApp()
    const before = await snapshot(attack)
    const path = endpoint.path.replaceAll(/\{\w+\}/g, attack.ids[3] ?? '')
    const sent = new URLSearchParams({ trackId: attack.ids[1] ?? '', _method: endpoint.method })
    const overrides = ['x-http-method-override', 'x-method-override', 'x-http-method']
    for (const caller of callers)
      for (const override of overrides)
        for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
          const response = await attack.testApp.http.inject({
            method,
            url: `${path}?${sent.toString()}`,
            headers: {
              host: 'undersong.test',
              cookie: attack.people[caller]?.cookie ?? '',
              [override]: endpoint.method,
            },
          })
          expect(response.statusCode, `${method} as ${caller}: ${response.body}`).toBeLessThan(500)
          expect(response.headers['access-control-allow-origin']).toBeUndefined()
        }
    expect(await snapshot(attack)).toEqual(before)
  },
)

/** All rows that these calls could change. */
async function snapshot({ testApp: { db } }: AttackApp) {
  return JSON.stringify([
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
    await db.selectFrom('cart_items').selectAll().execute(),
    await db.selectFrom('orders').selectAll().execute(),
    await db.selectFrom('uploads').selectAll().execute(),
    await db.selectFrom('payment_accounts').select(['user_id', 'provider_account_id']).execute(),
  ])
}
