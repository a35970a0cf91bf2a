import { expect, test } from 'vitest'
import { openDatabaseLine } from '../../../tests/support/database-line.ts'
import {
  createUser,
  createTestApp,
  type TestUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import type { RenderPage } from '#server/pages/web-pages.ts'

/** A page whose loader asks who the visitor is, as every page's does. */
const renderPage: RenderPage = async (request, { send }) => {
  const headers = { cookie: request.headers.get('cookie') ?? '' }
  const { status } = await send({ path: '/api/proxy/auth/get-id-and-role', method: 'GET', headers })
  return { status, headers: [], body: '' }
}

const login = { email: 'mia@example.com', password: 'sing it to me' }

/** Calls with and without a session, reading and writing, and a page. */
function everyKind(app: TestApp, person: TestUser) {
  return Promise.all([
    app.call('GET /public/tracks/query'),
    app.call('GET /api/proxy/auth/cart', { as: person }),
    app.call('GET /api/proxy/auth/get-id-and-role', { as: person }),
    app.call('POST /api/accounts/become-artist', { as: person, send: {} }),
    app.call('POST /api/accounts/log-in', { send: login }),
    app.call('POST /api/accounts/register', {
      send: { ...login, username: 'mia', role: 'customer' },
    }),
    app.call('POST /api/accounts/log-out', { as: person, send: {} }),
    app.call('GET /my-tracks', { as: person }),
  ])
}

type Responses = Awaited<ReturnType<typeof everyKind>>
const summary = (responses: Responses) =>
  responses.map((response) => [response.statusCode, response.headers['retry-after']])
const allUnavailable = Array.from({ length: 8 }, () => [503, '5'])

test('while the database is away every request is answered 503, to be sent again', async () => {
  await using route = await openDatabaseLine()
  await using app = await createTestApp({ loadRender: async () => renderPage }, route)
  const person = await createUser(app)
  const under = everyKind(app, person)
  route.cut()
  const [cutShort, away] = [await under, await everyKind(app, person)]
  for (const [status] of summary(cutShort)) expect([200, 401, 409, 503]).toContain(status)
  expect(summary(away)).toEqual(allUnavailable)
  expect(away[2]?.json().code).toBe('unavailable')
})

test('a database that stands still is given up on, also by more requests than it has connections', async () => {
  await using route = await openDatabaseLine()
  await using app = await createTestApp(
    { loadRender: async () => renderPage },
    { ...route, requestTimeoutMs: 500, waitMs: 1_000 },
  )
  const person = await createUser(app)
  route.fallSilent()
  const responses = await Promise.all([everyKind(app, person), everyKind(app, person)])
  expect(responses.map(summary)).toEqual([allUnavailable, allUnavailable])
})
