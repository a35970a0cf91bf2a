// The closest titles where every word of a search is frequent.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { copyTrack, listTracks, plainTrack } from '../../../tests/support/catalogue/listing.ts'
import { createTestApp, createTrack, createUser } from '../../../tests/support/test-app.ts'

test('words that more than a thousand tracks have each, but no track together, still find some', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const title = 'Lark of the Rain'
  const { id } = await createTrack(app.db, { ...plainTrack, artistId: artist.id, title })
  await copyTrack(app.db, id, 3_600)
  await sql`
    update tracks set search_text = replace(search_text, 'lark', (array['lark', 'dove', 'wren'])[1 + price_pence % 3])
  `.execute(app.db)
  await sql`select list_tracks(array(select id from tracks))`.execute(app.db)
  const { matching, tracks } = await listTracks(app, { query: 'lark dove wren of the' })
  expect(matching).toBe('closest')
  expect(tracks).toHaveLength(10)
})
