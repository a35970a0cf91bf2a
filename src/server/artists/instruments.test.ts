// Artists are found by what they play.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { queryArtists } from '#contracts/artists/artists.ts'
import { ban } from '../../../tests/support/catalogue/listing.ts'
import { updateArtist } from '../../../tests/support/artists/create-artists.ts'
import {
  insertUser,
  migrateTo,
  returnToVersion0009,
} from '../../../tests/support/money/version-0009.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTestApp,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const search = async (app: TestApp, query: string, others: Record<string, string> = {}) =>
  (await app.call(`GET /public/users/query?${new URLSearchParams({ query, ...others })}`)).json<
    z.output<(typeof queryArtists)['output']>
  >()

/** The usernames of those who are found as typed: not by a correction, nor by some of the words only. */
async function find(app: TestApp, query: string, others?: Record<string, string>) {
  const { users, searchedFor } = await search(app, query, others)
  return searchedFor === null ? users.map(({ username }) => username) : []
}

const edit = (app: TestApp, as: TestUser, send: object) =>
  app.call('PATCH /api/artist/profile', { as, send })

test('artists are found by a word of their instrument, its beginning, and a typo in it, also beside a name', async () => {
  const app = await sharedApp()
  const ada = await createUser(app, { role: 'artist', name: 'ada' })
  const ben = await createUser(app, { role: 'artist', name: 'ben' })
  await edit(app, ada, { artistInstrument: 'Piano, stride & show tunes' })
  await edit(app, ben, { artistInstrument: 'Nylon-string guitar' })
  for (const query of ['piano', 'PIA', 'stride piano', 'ada piano'])
    expect([query, await find(app, query)]).toEqual([query, ['ada']])
  expect(await search(app, 'paino')).toMatchObject({
    users: [{ username: 'ada' }],
    searchedFor: 'piano',
  })
  expect(await find(app, 'guitar')).toEqual(['ben'])
})

test('another instrument or none at all takes the place of the former, and leaves names and other artists as they are', async () => {
  const app = await sharedApp()
  const cora = await createUser(app, { role: 'artist', name: 'cora' })
  const dan = await createUser(app, { role: 'artist', name: 'dan' })
  for (const one of [cora, dan]) await edit(app, one, { artistInstrument: 'Cello' })
  await edit(app, cora, { artistInstrument: 'Harp', displayName: 'Cora of the Oaks' })
  expect(await find(app, 'cello')).toEqual(['dan'])
  for (const query of ['harp', 'oaks harp', 'cora'])
    expect([query, await find(app, query)]).toEqual([query, ['cora']])
  // A changed name leaves the instrument, and so do a ban and its end.
  await edit(app, cora, { displayName: 'Cora Elm' })
  expect(await find(app, 'elm harp')).toEqual(['cora'])
  const setBanned = (banned: boolean) => ban(app.db, cora.id, banned)
  await setBanned(true)
  expect(await find(app, 'harp')).toEqual([])
  await setBanned(false)
  expect(await find(app, 'elm harp')).toEqual(['cora'])
  await edit(app, cora, { artistInstrument: null })
  expect(await find(app, 'harp')).toEqual([])
  expect(await find(app, 'elm')).toEqual(['cora'])
})

test('an artist who is named like an instrument comes before those who play it, in every order and within the filters', async () => {
  const app = await sharedApp()
  const namesake = await createUser(app, { role: 'artist', name: 'banjo' })
  for (const name of ['eva', 'finn']) {
    const player = await createUser(app, { role: 'artist', name })
    await edit(app, player, { artistInstrument: 'Banjo' })
    await updateArtist(app.db, player.id, {
      popularity: 9,
      commission_price_pence: 500,
      wants_commissions: true,
    })
  }
  for (const orderBy of ['popularity', 'date-joined', 'commission-price'])
    expect([orderBy, (await find(app, 'banjo', { orderBy }))[0]]).toEqual([orderBy, 'banjo'])
  const available = { availableForCommission: 'true' }
  expect((await find(app, 'banjo', available)).toSorted()).toEqual(['eva', 'finn'])
  await updateArtist(app.db, namesake.id, { commission_price_pence: 500, wants_commissions: true })
  expect((await find(app, 'banjo', available))[0]).toBe('banjo')
})

test('artists who had written their instrument before it was searched are found by it', async () => {
  await using app = await createTestApp()
  const old = await returnToVersion0009(app)
  const ada = await insertUser(old, 'artist')
  await insertUser(old, 'artist')
  await migrateTo(app, '0049-bought-renditions.sql')
  await updateArtist(app.db, ada, { instrument: 'Harp' })
  await migrateTo(app)
  const { rows } = await sql<{ artist_id: string }>`
    select artist_id from artists where words @@ 'harp'::tsquery
  `.execute(app.db)
  expect(rows).toEqual([{ artist_id: ada }])
  expect(await find(app, 'harp')).toEqual([`user ${ada}`])
})
