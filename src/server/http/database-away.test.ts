import { expect, onTestFinished, test } from 'vitest'
import { openDatabaseLine } from '../../../tests/support/database-line.ts'
import {
  createUser,
  createTestApp,
  type TestUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import type { RenderPage } from '#contracts/page-seam.ts'

/** A page whose loader fetches the session user, as every page's loader does. */
const renderPage: RenderPage = async (request, { send }) => {
  const headers = { cookie: request.headers.get('cookie') ?? '' }
  const { status } = await send({ path: '/api/proxy/auth/get-id-and-role', method: 'GET', headers })
  return { status, headers: [], body: '' }
}

const login = { email: 'mia@example.com', password: 'sing it to me' }

/** Calls with and without a session, reads and writes, and a page. */
function callEachKind(app: TestApp, user: TestUser) {
  return Promise.all([
    app.call('GET /public/tracks/query'),
    app.call('GET /api/proxy/auth/cart', { as: user }),
    app.call('GET /api/proxy/auth/get-id-and-role', { as: user }),
    app.call('POST /api/accounts/become-artist', { as: user, send: {} }),
    app.call('POST /api/accounts/log-in', { send: login }),
    app.call('POST /api/accounts/register', {
      send: { ...login, username: 'mia', role: 'customer' },
    }),
    app.call('POST /api/accounts/log-out', { as: user, send: {} }),
    app.call('GET /my-tracks', { as: user }),
  ])
}

type Responses = Awaited<ReturnType<typeof callEachKind>>
const summary = (responses: Responses) =>
  responses.map((response) => [response.statusCode, response.headers['retry-after']])
const allUnavailable = Array.from({ length: 8 }, () => [503, '5'])

test('while the database is unavailable every request gets a 503 with Retry-After, and the log a line for all of them', async () => {
  await using databaseLine = await openDatabaseLine()
  const lines: string[] = []
  await using app = await createTestApp(
    {
      loadRender: async () => renderPage,
      logLevel: 'error',
      logStream: { write: (line) => void lines.push(line) },
    },
    databaseLine,
  )
  const user = await createUser(app)
  const pending = callEachKind(app, user)
  databaseLine.cut()
  const [interrupted, unavailable] = [await pending, await callEachKind(app, user)]
  for (const [status] of summary(interrupted)) expect([200, 401, 409, 503]).toContain(status)
  expect(summary(unavailable)).toEqual(allUnavailable)
  expect(unavailable[2]?.json().code).toBe('unavailable')

  for (let call = 0; call < 20; call++) await callEachKind(app, user)
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; err: { code?: string } })
  const kinds = new Set(logged.map(({ err }) => err.code))
  expect(logged.map(({ msg }) => msg)).toEqual(
    Array.from(kinds, () => 'the database is unavailable'),
  )
})

test('requests to a database that does not respond time out, even if there are more of them than connections', async () => {
  const secrets = { auth: 'the same secret in both of the apps', revalidate: '' }
  // With the usual limits: registering may take longer than the short ones on a busy machine.
  const before = await createTestApp({ secrets })
  const user = await createUser(before)
  const { template, drop } = await before.keepDatabase()
  onTestFinished(async () => void (await drop()))
  await using databaseLine = await openDatabaseLine()
  await using app = await createTestApp(
    { loadRender: async () => renderPage, secrets },
    { ...databaseLine, template, requestTimeoutMs: 500, waitMs: 1_000 },
  )
  databaseLine.fallSilent()
  const responses = await Promise.all([callEachKind(app, user), callEachKind(app, user)])
  expect(responses.map(summary)).toEqual([allUnavailable, allUnavailable])
})
