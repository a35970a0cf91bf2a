// Which artists others see.

import type { Db } from '#server/db/client.ts'

/** Undefined for a banned artist, and for an account that is no artist. */
export async function findListedArtist(db: Db, id: string) {
  return db
    .selectFrom('artists')
    .select(['artist_id', 'reviews'])
    .where('artist_id', '=', id)
    .where('is_listed', '=', true)
    .executeTakeFirst()
}
