// Repairs what searches read, whatever it has become: afterwards it is what the tracks say.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { withoutTimeout } from '#server/db/without-timeout.ts'
import { listTracks, publishTrack } from './list-tracks.ts'
import { refreshSearchColumns } from './search-columns.ts'

const firstId = '00000000-0000-0000-0000-000000000000'
const batchSize = 500

/** Runs weekly, beside reads and writes, in small batches. */
export async function relistTracks(
  db: Db,
  signal?: AbortSignal,
  after: string = firstId,
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
  await relistBatch(db, ids, (tx) => listTracks(tx, ids))
  await relistTracks(db, signal, last)
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
  await relistBatch(db, ids, async (tx) => {
    await listTracks(tx, ids)
    for (const id of ids) await publishTrack(tx, { name: 'trackChanged', id })
  })
  await nameSongs(db, signal)
}

async function relistBatch(
  db: Db,
  ids: readonly string[],
  list: (tx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Before their tracks, as in every other write.
    await sql`
      select from users where id in (select artist_id from tracks where id = any(${ids}::uuid[])) order by id for share
    `.execute(tx)
    await refreshSearchColumns(tx, { ids })
    await list(tx)
  })
}

/** Runs nightly: how many tracks and artists have each word, without those that none has any more. A million tracks take seconds. */
export async function countWords(db: Db): Promise<void> {
  await withoutTimeout(db, (tx) =>
    sql`
      with counted as materialized (
        select 'track' as kind, word, ndoc as uses from ts_stat('select words from listed_tracks')
        union all
        select 'artist', word, ndoc from ts_stat('select words from artists where is_listed')
      ), gone as (
        delete from words
        where not exists (select from counted where counted.kind = words.kind and counted.word = words.word)
      )
      insert into words (kind, word, uses) select kind, word, uses from counted order by kind, word collate "C"
      on conflict (kind, word) do update set uses = excluded.uses where words.uses <> excluded.uses
    `.execute(tx),
  )
}

/** Runs nightly: suggestions of what is listed no more are left out wherever they are read, and here removed. */
export async function tidySuggestions(db: Db): Promise<void> {
  await withoutTimeout(db, (tx) =>
    sql`
      delete from suggestions
      where kind = 'title' and not exists (select from listed_tracks where title = suggestions.id)
        or kind = 'artist' and not exists (select from listed_tracks where artist_id = suggestions.id)
    `.execute(tx),
  )
}
