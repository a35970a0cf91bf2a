// Reads of examples of how artists play.

import { sql } from 'kysely'
import { exampleProcess } from '#rules/artists/example-process.ts'
import type { Db } from '#server/db/client.ts'

/** The key of the MP3; null unless it is made and others see its artist. */
export async function findPlayableExample(db: Db, id: string): Promise<string | null> {
  const example = await db
    .selectFrom('artist_examples')
    .innerJoin('artists', 'artists.artist_id', 'artist_examples.artist_id')
    .select('storage_key')
    .where('id', '=', id)
    .where('status', '=', exampleProcess.steps.finish.to)
    .where('is_listed', '=', sql.lit(true))
    .executeTakeFirst()
  return example?.storage_key ?? null
}
