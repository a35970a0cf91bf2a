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

/** All of it was given back. Its day is not known: the newest that has a purchase counts one less. */
export async function uncountPurchase(db: Db, trackId: string): Promise<void> {
  await sql`
    with day as (
      update track_activity set purchases = purchases - 1
      where track_id = ${trackId} and day = (
        select max(day) from track_activity where track_id = ${trackId} and purchases > 0
      )
    )
    update track_statistics set purchases = greatest(0, purchases - 1), stale = true where track_id = ${trackId}
  `.execute(db)
}

const maxRemembered = 50_000

/** Counts a listener once a day for each track, so that repeated plays do not raise popularity. */
export function openPlayCounter(db: Db) {
  // `max` instead would allocate the space of all entries at once, in each process.
  const counted = new LRUCache<string, true>({
    maxSize: maxRemembered,
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
  if (signal?.aborted) return
  if (refreshed > 0) await refreshPopularity(db, signal)
  else await refreshSuggestions(db)
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
      select id from listed_tracks
      where id in (select track_id from scored)
      order by id for no key update
    ), listed as (
      update listed_tracks set popularity = scored.popularity
      from scored join locked on locked.id = scored.track_id
      where listed_tracks.id = scored.track_id and listed_tracks.popularity <> scored.popularity
    )
    select count(*)::integer as refreshed from scored
  `.execute(db)
  return rows[0]?.refreshed ?? 0
}

/** A title is as popular as its most popular track, an artist as all their tracks together. */
async function refreshSuggestions(db: Db): Promise<void> {
  await sql`
    update suggestions set popularity = fresh.popularity
    from (
      select 'title' as kind, title as id, max(popularity) as popularity from listed_tracks group by title
      union all
      select 'artist', suggestions.id, coalesce(sum(listed_tracks.popularity), 0)
      from suggestions left join listed_tracks on artist_id = suggestions.id
      where kind = 'artist' group by suggestions.id
    ) fresh
    where suggestions.kind = fresh.kind and suggestions.id = fresh.id and suggestions.popularity <> fresh.popularity
  `.execute(db)
}
