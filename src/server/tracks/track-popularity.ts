// Popularity: purchases ×5, downloads ×1, plays ×0.1, each halving in weight every 90 days (CAT-05's order). The weights
// stand in the SQL function `popularity_of` (migration 0012). Activity is counted in narrow tables only; the score reaches
// the catalogue once an hour.

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/client.ts'
import { networkOf } from '#server/http/network.ts'

const dayMs = 24 * 60 * 60_000

export type TrackActivity = 'purchases' | 'downloads' | 'plays'

export async function countTrackActivity(
  db: Db,
  trackId: string,
  activity: TrackActivity,
): Promise<void> {
  const count = sql.ref(activity)
  await sql`
    with day as (
      insert into track_activity (track_id, day, ${count}) values (${trackId}, current_date, 1)
      on conflict (track_id, day) do update set ${count} = track_activity.${count} + 1
    )
    insert into track_statistics (track_id, ${count}) values (${trackId}, 1)
    on conflict (track_id) do update set ${count} = track_statistics.${count} + 1, stale = true
  `.execute(db)
}

const mostRemembered = 50_000

/** Counts a listener once a day for each track, so that repeated plays do not raise popularity. */
export function openPlayCounter(db: Db) {
  // `max` instead would allocate the space of all entries at once, in each process.
  const counted = new LRUCache<string, true>({
    maxSize: mostRemembered,
    sizeCalculation: () => 1,
    ttl: dayMs,
  })
  return async (trackId: string, address: string): Promise<void> => {
    const listener = `${trackId} ${networkOf(address)}`
    if (counted.has(listener)) return
    counted.set(listener, true)
    await countTrackActivity(db, trackId, 'plays')
  }
}

/** Makes the totals of tracks what their days say, after days were written in bulk. */
export async function recountActivity(db: Db, trackIds: string[]): Promise<void> {
  await sql`
    insert into track_statistics (track_id, purchases, downloads, plays)
    select track_id, sum(purchases), sum(downloads), sum(plays)
    from track_activity where track_id = any(${trackIds}::uuid[]) group by track_id
    on conflict (track_id) do update set
      purchases = excluded.purchases, downloads = excluded.downloads, plays = excluded.plays, stale = true
  `.execute(db)
}

/** Runs hourly, and once after the demo has been seeded. Each batch is a transaction, so a stopped run loses nothing. */
export async function refreshPopularity(db: Db, signal?: AbortSignal): Promise<void> {
  const refreshed = await refreshBatch(db)
  if (refreshed > 0 && !signal?.aborted) await refreshPopularity(db, signal)
}

/** Small enough for a transaction of well under a second. */
const batchSize = 2_000

async function refreshBatch(db: Db): Promise<number> {
  const { rows } = await sql<{ refreshed: number }>`
    with batch as (
      select track_id from track_statistics where stale limit ${batchSize} for no key update skip locked
    ), scored as (
      update track_statistics set popularity = popularity_of(track_id), stale = false
      where track_id in (select track_id from batch)
      returning track_id, popularity
    ), locked as materialized (
      select track_id from track_search
      where track_id in (select track_id from scored)
      order by track_id for no key update
    ), listed as (
      update track_search set popularity = scored.popularity
      from scored join locked using (track_id)
      where track_search.track_id = scored.track_id and track_search.popularity <> scored.popularity
    )
    select count(*)::integer as refreshed from scored
  `.execute(db)
  return rows[0]?.refreshed ?? 0
}
