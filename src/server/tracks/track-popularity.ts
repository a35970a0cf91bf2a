// Popularity: purchases ×5, downloads ×1, plays ×0.1, each halving in weight every 90 days (CAT-05's order).

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/client.ts'

const dayMs = 24 * 60 * 60_000

export type TrackActivity = 'purchases' | 'downloads' | 'plays'

const totals = { purchases: 'purchase_count', downloads: 'download_count' } as const

export async function countTrackActivity(
  db: Db,
  trackId: string,
  activity: TrackActivity,
): Promise<void> {
  if (activity !== 'plays') {
    const total = totals[activity]
    await db
      .updateTable('tracks')
      .set((eb) => ({ [total]: eb(total, '+', 1) }))
      .where('id', '=', trackId)
      .execute()
  }
  await db
    .insertInto('track_activity')
    .values({ track_id: trackId, day: sql<string>`current_date`, [activity]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['track_id', 'day'])
        .doUpdateSet({ [activity]: sql`track_activity.${sql.ref(activity)} + 1` }),
    )
    .execute()
}

/** Counts a listener once a day for each track, so that repeated plays do not raise popularity. */
export function openPlayCounter(db: Db) {
  const counted = new LRUCache<string, true>({ max: 50_000, ttl: dayMs })
  return async (trackId: string, address: string): Promise<void> => {
    const listener = `${trackId} ${address}`
    if (counted.has(listener)) return
    counted.set(listener, true)
    await countTrackActivity(db, trackId, 'plays')
  }
}

/** Runs hourly, and once after the demo has been seeded. */
export async function refreshPopularity(db: Db): Promise<void> {
  await sql`
    update tracks set popularity = scored.popularity
    from (
      select tracks.id, coalesce(sum(
        (purchases * 5 + downloads + plays * 0.1) * power(0.5, (current_date - day) / 90.0)
      ), 0) as popularity
      from tracks left join track_activity on track_id = tracks.id
      group by tracks.id
    ) scored
    where scored.id = tracks.id and tracks.popularity is distinct from scored.popularity
  `.execute(db)
}
