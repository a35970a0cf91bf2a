// Which artists others see, and when each was last online.

import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
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

/** An artist who is online is noted so often, in each process. */
const notedEveryMs = 5 * 60_000

/** Called for every request of a user (D-112). */
export function openOnlineNotes(db: Db) {
  // `max` instead would allocate the space of all entries at once.
  const noted = new LRUCache<string, true>({
    maxSize: 10_000,
    sizeCalculation: () => 1,
    ttl: notedEveryMs,
  })
  return async (userId: string): Promise<void> => {
    if (noted.has(userId)) return
    noted.set(userId, true)
    await sql`
      update artists set last_online_at = now()
      where artist_id = ${userId}
        and coalesce(last_online_at < now() - make_interval(secs => ${notedEveryMs / 1000}), true)
    `.execute(db)
  }
}
