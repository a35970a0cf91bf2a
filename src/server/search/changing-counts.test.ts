import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp, createTrack, createUser } from '../../../tests/support/test-app.ts'

test.each(['/public/tracks/query?genre=Folk', '/public/tracks/filters'])(
  'GET %s gives up after a few attempts when the counts change during each',
  async (path) => {
    await using app = await createTestApp()
    const artist = await createUser(app, { role: 'artist' })
    await createTrack(app.db, { artistId: artist.id })
    // Every read meets another generation.
    await sql`alter table search_generation rename to former_generation`.execute(app.db)
    await sql`create sequence generations start 100`.execute(app.db)
    await sql`create view search_generation as select nextval('generations')::bigint as generation`.execute(
      app.db,
    )
    const response = await app.call(`GET ${path}`)
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
    const { rows } = await sql<{
      last: string
    }>`select last_value as last from generations`.execute(app.db)
    expect(Number(rows[0]?.last)).toBeLessThan(130)
  },
)
