// Rows of artists that were stored before the commands wrote them.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findCounterDifferences } from '#server/counters/counter-differences.ts'
import {
  insertTrack,
  insertUser,
  migrateTo,
  returnToVersion0009,
} from '../../../tests/support/money/version-0009.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { storeArtists } from './artist-row.ts'

async function foundBy(app: TestApp, query: string) {
  const response = await app.call(`GET /public/users/query?${new URLSearchParams({ query })}`)
  const { users, searchedFor } = response.json<{
    users: { id: string }[]
    searchedFor: string | null
  }>()
  return { ids: users.map(({ id }) => id), searchedFor }
}

test('after an upgrade each artist has the names, words and counts that the code gives, is found by them, and a banned one is not', async () => {
  await using app = await createTestApp()
  const old = await returnToVersion0009(app)
  const [rosa, tom, gone] = [
    await insertUser(old, 'artist'),
    await insertUser(old, 'artist'),
    await insertUser(old, 'artist'),
  ]
  const mia = await insertUser(old)
  const tracks = [await insertTrack(old, rosa), await insertTrack(old, rosa)]
  await migrateTo(app, '0069-listed-tracks.sql')
  await sql`update users set display_name = 'Rósa & the ﬁne Øaks' where id = ${rosa}`.execute(old)
  await sql`update users set banned = true where id = ${gone}`.execute(old)
  await sql`
    update artists set instrument = 'Hürdy-gurdy', words = words_of_artist(display_name, username, 'Hürdy-gurdy')
    from users where users.id = artist_id and artist_id = ${tom}
  `.execute(old)
  for (const [at, artistId] of [rosa, tom, gone].entries())
    for (const follower of [mia, rosa].slice(0, 2 - at))
      if (follower !== artistId)
        await sql`insert into follows (follower_id, artist_id) values (${follower}, ${artistId})`.execute(
          old,
        )
  await sql`update tracks set withdrawn_at = now() where id = ${tracks[1]}`.execute(old)
  await sql`
    insert into ratings (track_id, user_id, stars) values (${tracks[0]}, ${mia}, 4), (${tracks[1]}, ${mia}, 2)
  `.execute(old)
  await sql`
    insert into reviews (id, artist_id, author_id, text) values (${randomUUID()}, ${tom}, ${mia}, 'Lovely')
  `.execute(old)

  await migrateTo(app)
  expect(await foundBy(app, 'rosa oaks')).toEqual({ ids: [rosa], searchedFor: null })
  expect(await foundBy(app, 'hurdi gurdy')).toEqual({ ids: [tom], searchedFor: 'hurdy gurdy' })
  expect((await foundBy(app, `user ${gone}`)).ids).not.toContain(gone)

  const rows = async () =>
    (await sql`select * from artists order by artist_id`.execute(app.db)).rows
  const migrated = await rows()
  await app.db.transaction().execute((tx) => storeArtists(tx, [rosa, tom, gone]))
  expect(await rows()).toEqual(migrated)
  expect(migrated.find((row) => (row as { artist_id: string }).artist_id === rosa)).toMatchObject({
    name: 'rosa the fine oaks',
    tracks: 1,
    rating_count: 2,
    rating_sum: 6,
    rating_rank: expect.closeTo((6 + 20) / (2 + 5), 5),
    followers: 1,
  })
  expect(await findCounterDifferences(app.db)).toEqual([])
})
