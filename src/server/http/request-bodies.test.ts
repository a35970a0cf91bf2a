import { expect, test } from 'vitest'
import { createUser, type TestApp } from '../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

function post(app: TestApp, path: string, payload: string, headers: Record<string, string> = {}) {
  return app.http.inject({
    method: 'POST',
    url: path,
    headers: { host: 'undersong.test', 'content-type': 'application/json', ...headers },
    payload,
  })
}

test('a caller without permission is refused before the body is parsed', async () => {
  const app = await sharedApp()
  const path = '/api/artist/payment-setup'
  const { cookie } = await createUser(app)

  const unknown = await post(app, path, '{')
  expect([unknown.statusCode, unknown.json().code]).toEqual([401, 'login_required'])
  const customer = await post(app, path, '{', { cookie })
  expect([customer.statusCode, customer.json().code]).toEqual([403, 'not_allowed'])
  const foreign = await post(app, '/api/accounts/log-in', '{', { origin: 'https://evil.test' })
  expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'foreign_origin'])
  const own = await post(app, '/api/accounts/log-in', '{')
  expect([own.statusCode, own.json().code]).toEqual([400, 'bad_request'])
})

test('a JSON body is limited to 64 KB, and deep nesting is harmless', async () => {
  const app = await sharedApp()
  const nested = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)
  const logIn = '/api/accounts/log-in'
  const large = await post(app, logIn, nested(64 * 1024 + 2))
  expect([large.statusCode, large.json().code]).toEqual([413, 'payload_too_large'])
  const deep = await post(app, logIn, nested(64 * 1024))
  expect([deep.statusCode, deep.json().code]).toEqual([400, 'invalid_input'])
})

test('the input of a POST is read from the body only, so that no password appears in a URL', async () => {
  const app = await sharedApp()
  const { email } = await createUser(app)
  const query = `email=${encodeURIComponent(email)}&password=sing+it+to+me`
  const response = await post(app, `/api/accounts/log-in?${query}`, '{}')
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input'])
})

test('the operator can still send the revalidate input as query parameters, which no response repeats (API-45)', async () => {
  const app = await sharedApp()
  const url = '/api/revalidate?path=/tracks&secret=the-revalidate-secret'
  expect((await post(app, url, '{}')).json()).toEqual({ revalidated: 0 })
  const wrong = await post(app, url.replace('secret=the', 'secret=not-the'), '{}')
  const document = await app.call('GET /api/docs')
  for (const { body } of [wrong, document]) expect(body).not.toContain('the-revalidate-secret')
  const { paths } = document.json()
  const { parameters } = paths['/api/revalidate'].post
  expect(parameters.map((one: { name: string; in: string }) => [one.name, one.in])).toEqual([
    ['path', 'query'],
    ['secret', 'query'],
  ])
})
