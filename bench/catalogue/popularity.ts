// The popularity of tracks with new activity, computed as the hourly job does it, with the app's own timeouts.

import { sql } from 'kysely'
import { refreshPopularity } from '../../src/server/tracks/track-popularity.ts'
import type { CatalogueApp } from './catalogue-app.ts'
import { printVerdict } from './verdicts.ts'

/** The job runs every hour. */
const goalMs = 10 * 60_000
const shareWithActivity = 0.02

export async function measurePopularity({ db, slowDb }: CatalogueApp): Promise<void> {
  const { rows } = await sql<{ tracks: string }>`
    with active as (
      insert into track_activity (track_id, day, plays)
      select track_id, current_date, 1 from track_search where random() < ${shareWithActivity}
      on conflict (track_id, day) do update set plays = track_activity.plays + 1
      returning track_id
    ), counted as (
      insert into track_statistics (track_id, plays) select track_id, 1 from active
      on conflict (track_id) do update set plays = track_statistics.plays + 1, stale = true
    )
    select count(*) as tracks from active
  `.execute(slowDb)
  const startedAt = performance.now()
  await refreshPopularity(db)
  const ms = performance.now() - startedAt
  printVerdict(ms <= goalMs, `popularity of ${rows[0]?.tracks} tracks is computed`, ms, goalMs)
}
