import { expect, test } from 'vitest'
import { createTestApp, createUser } from '../../../tests/support/test-app.ts'

test('a profile may be asked for with the parameters of a list, none of which changes it (API-24)', async () => {
  await using app = await createTestApp()
  const [artist, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  await app.call(`POST /api/proxy/users/review/${artist.id}`, { as: mia, send: { review: 'Kind' } })
  const profile = await app.call(`GET /public/users/${artist.id}`)
  const parameters = 'page=2&limit=1&sort=name&search=mia'
  const asked = await app.call(`GET /public/users/${artist.id}?${parameters}`)
  expect([asked.statusCode, asked.json()]).toEqual([200, profile.json()])
})
