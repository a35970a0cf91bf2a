// What writes of many tracks cost: the ban of an artist with very many, and the popularity of those with new activity.

import { sql } from 'kysely'
import { storeBan } from '../../src/server/admin/ban-commands.ts'
import { refreshPopularity } from '../../src/server/tracks/track-popularity.ts'
import type { CatalogueApp } from '../measuring/catalogue-app.ts'
import { printVerdict } from '../measuring/verdicts.ts'

/** An artist of 10,000 tracks. */
const banGoalMs = 50
/** The job runs every hour. */
const popularityGoalMs = 10 * 60_000
const shareWithActivity = 0.02

export async function measureWrites(app: CatalogueApp): Promise<void> {
  await measureBan(app)
  await measurePopularity(app)
}

async function measureBan({ db, slowDb }: CatalogueApp): Promise<void> {
  const { rows } = await sql<{ artist_id: string; tracks: string }>`
    select artist_id, count(*) as tracks from listed_tracks group by 1 order by abs(count(*) - 10000), 1 limit 1
  `.execute(slowDb)
  const [artist] = rows
  if (artist === undefined) throw new Error('No artist has a listed track.')
  const setBanned = async (banned: boolean) => {
    const startedAt = performance.now()
    await db.transaction().execute((tx) => storeBan(tx, { userId: artist.artist_id, banned }))
    return performance.now() - startedAt
  }
  const banMs = await setBanned(true)
  printVerdict(
    banMs <= banGoalMs,
    `an artist of ${artist.tracks} tracks is banned`,
    banMs,
    banGoalMs,
  )
  console.log(`          the ban is lifted in ${(await setBanned(false)).toFixed(0)} ms`)
}

async function measurePopularity({ db, slowDb }: CatalogueApp): Promise<void> {
  const { rows } = await sql<{ tracks: string }>`
    with active as (
      insert into track_activity (track_id, day, plays)
      select id, current_date, 1 from listed_tracks where random() < ${shareWithActivity}
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
  const name = `popularity of ${rows[0]?.tracks} tracks is computed`
  printVerdict(ms <= popularityGoalMs, name, ms, popularityGoalMs)
}
