import { expect, test } from 'vitest'
import type { Artist } from '#contracts/artists/artists.ts'
import { rename } from '../../../tests/support/artists/create-artists.ts'
import { createTestApp, createUser, type TestApp } from '../../../tests/support/test-app.ts'

const find = async (app: TestApp, query: Record<string, string>) =>
  (await app.call(`GET /public/users/query?${new URLSearchParams(query)}`))
    .json<{ users: Artist[] }>()
    .users.map(({ displayName }) => displayName)

test('an artist whose name is exactly what was typed is the first of those found, in every order and on the first page only', async () => {
  await using app = await createTestApp()
  for (const name of ['fern', 'fern ash', 'fern oak', 'fernando'])
    await createUser(app, { role: 'artist', name })
  const popular = await createUser(app, { role: 'artist', name: 'moss fern' })
  await app.db
    .updateTable('artists')
    .set({ popularity: 9, wants_commissions: true, commission_price_pence: 500 })
    .where('artist_id', '=', popular.id)
    .execute()
  expect((await find(app, { query: 'fern' }))[0]).toBe('fern')
  expect((await find(app, { query: ' FERN ', orderBy: 'date-joined' })).slice(0, 2)).toEqual([
    'fern',
    'moss fern',
  ])
  // By the displayed name, too.
  const { id: artistId } = await app.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'fern oak')
    .executeTakeFirstOrThrow()
  await rename(app.db, artistId, 'Oak & Fern')
  expect((await find(app, { query: 'oak & fern' }))[0]).toBe('Oak & Fern')
  const pages = [
    ...(await find(app, { query: 'fern', limit: '2' })),
    ...(await find(app, { query: 'fern', limit: '2', page: '2' })),
    ...(await find(app, { query: 'fern', limit: '2', page: '3' })),
  ]
  expect(new Set(pages).size).toBe(5)
  expect(pages).toHaveLength(5)
  // The filters hold for it as well.
  const available = { query: 'fern', availableForCommission: 'true' }
  expect(await find(app, available)).toEqual(['moss fern'])
})
