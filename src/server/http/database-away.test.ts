import { expect, test } from 'vitest'
import { openDatabaseLine } from '../../../tests/support/database-line.ts'
import { aPerson, openScene, type Person, type Scene } from '../../../tests/support/scene.ts'
import type { RenderPage } from '#server/pages/web-pages.ts'

/** A page whose loader asks who the visitor is, as every page's does. */
const renderPage: RenderPage = async (request, { send }) => {
  const headers = { cookie: request.headers.get('cookie') ?? '' }
  const { status } = await send({ path: '/api/proxy/auth/get-id-and-role', method: 'GET', headers })
  return { status, headers: [], body: '' }
}

const login = { email: 'mia@example.com', password: 'sing it to me' }

/** Calls with and without a session, reading and writing, and a page. */
function everyKind(scene: Scene, person: Person) {
  return Promise.all([
    scene.call('GET /public/tracks/query'),
    scene.call('GET /api/proxy/auth/cart', { as: person }),
    scene.call('GET /api/proxy/auth/get-id-and-role', { as: person }),
    scene.call('POST /api/accounts/become-artist', { as: person, send: {} }),
    scene.call('POST /api/accounts/log-in', { send: login }),
    scene.call('POST /api/accounts/register', {
      send: { ...login, username: 'mia', role: 'customer' },
    }),
    scene.call('POST /api/accounts/log-out', { as: person, send: {} }),
    scene.call('GET /my-tracks', { as: person }),
  ])
}

type Answers = Awaited<ReturnType<typeof everyKind>>
const summary = (answers: Answers) =>
  answers.map((answer) => [answer.statusCode, answer.headers['retry-after']])
const allUnavailable = Array.from({ length: 8 }, () => [503, '5'])

test('while the database is away every request is answered 503, to be sent again', async () => {
  await using line = await openDatabaseLine()
  await using scene = await openScene({ loadRender: async () => renderPage }, line)
  const person = await aPerson(scene)
  const under = everyKind(scene, person)
  line.cut()
  const [cutShort, away] = [await under, await everyKind(scene, person)]
  for (const [status] of summary(cutShort)) expect([200, 401, 409, 503]).toContain(status)
  expect(summary(away)).toEqual(allUnavailable)
  expect(away[2]?.json().code).toBe('unavailable')
})

test('a database that stands still is given up on, also by more requests than it has connections', async () => {
  await using line = await openDatabaseLine()
  await using scene = await openScene(
    { loadRender: async () => renderPage },
    { ...line, requestTimeoutMs: 500, waitMs: 1_000 },
  )
  const person = await aPerson(scene)
  line.fallSilent()
  const answers = await Promise.all([everyKind(scene, person), everyKind(scene, person)])
  expect(answers.map(summary)).toEqual([allUnavailable, allUnavailable])
})
