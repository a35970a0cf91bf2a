// Repairs the read model, whatever it has become: afterwards it is what a recount of the tracks gives.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { publishTrack } from './publish-track.ts'
import { refreshSearchColumns } from './refresh-search-columns.ts'
import { repairSuggestions } from './suggestions/repair-suggestions.ts'

/** Runs weekly, beside reads and writes: small batches, then one recount in a statement each. */
export async function rebuildTrackSearch(db: Db, signal?: AbortSignal): Promise<void> {
  await repairTracks(db, { after: firstId, signal })
  if (!signal?.aborted) await recount(db)
  await repairSuggestions(db, signal)
}

const firstId = '00000000-0000-0000-0000-000000000000'
const batchSize = 500

async function repairTracks(
  db: Db,
  { after, signal }: { after: string; signal: AbortSignal | undefined },
): Promise<void> {
  const rows = await db
    .selectFrom('tracks')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const ids = rows.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined || signal?.aborted) return
  await repairBatch(db, ids)
  await repairTracks(db, { after: last, signal })
}

/** Tracks from before songs had keys, a batch at a time. Their pages and those of their versions show the versions. */
export async function nameSongs(db: Db, signal?: AbortSignal): Promise<void> {
  const rows = await db
    .selectFrom('tracks')
    .select('id')
    .where('song_key', 'is', null)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  if (rows.length === 0 || signal?.aborted) return
  const ids = rows.map(({ id }) => id)
  await repairBatch(db, ids, async (tx) => {
    for (const trackId of ids) await publishTrack(tx, { name: 'trackChanged', id: trackId })
  })
  await nameSongs(db, signal)
}

async function repairBatch(
  db: Db,
  ids: string[],
  afterwards: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Before their tracks, as in every other write.
    await sql`
      select from users where id in (select artist_id from tracks where id = any(${ids}::uuid[])) order by id for share
    `.execute(tx)
    await refreshSearchColumns(tx, { ids })
    await sql`select sync_track_search(${ids}::uuid[])`.execute(tx)
    await afterwards(tx)
  })
}

/**
 * Each statement sees the rows and the changes of one moment: what is written meanwhile is in neither, and stays a change.
 */
async function recount(db: Db): Promise<void> {
  await withoutTimeout(db, async (tx) => {
    // The row's lock keeps a fold away.
    await sql`update search_generation set generation = generation + 1`.execute(tx)
    await sql`
      with fresh as (select facets, count(*)::integer as tracks from track_search group by facets),
        changes as (delete from facet_changes),
        gone as (
          delete from facet_counts where not exists (select from fresh where fresh.facets = facet_counts.facets)
        )
      insert into facet_counts (facets, tracks) select facets, tracks from fresh
      on conflict (facets) do update set tracks = excluded.tracks where facet_counts.tracks <> excluded.tracks
    `.execute(tx)
    await sql`
      with fresh as (
          select word, count(*)::integer as df
          from track_search, unnest(tsvector_to_array(words)) as word
          where word not like '#%' group by word
        ),
        changes as (delete from lexicon_changes),
        gone as (
          delete from search_lexicon where not exists (select from fresh where fresh.word = search_lexicon.word)
        )
      insert into search_lexicon (word, df) select word, df from fresh
      on conflict (word) do update set df = excluded.df where search_lexicon.df <> excluded.df
    `.execute(tx)
    await sql`
      delete from search_spellings
      where not exists (select from search_lexicon where search_lexicon.word = search_spellings.word)
    `.execute(tx)
  })
}

/** A transaction without the timeout of a statement: a million rows take longer. */
function withoutTimeout(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await work(tx)
  })
}
