// What is counted of an artist stands in the artist's row, because lists show and sort by it. A command that changes what
// is counted calls `refreshArtists` in its own transaction. How each counter is counted stands here only.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'

export type Counter = {
  /** Columns of the row, in parentheses. */
  columns: RawBuilder<unknown>
  /** A query for the values of these columns. */
  count: RawBuilder<unknown>
}

export const artistCounters = {
  followers: {
    columns: sql`(followers)`,
    count: sql`(select count(*)::integer from follows where follows.artist_id = artists.artist_id)`,
  },
  reviews: {
    columns: sql`(reviews)`,
    count: sql`(
      select count(*)::integer from reviews where reviews.artist_id = artists.artist_id and taken_down_at is null
    )`,
  },
  tracks: {
    columns: sql`(tracks)`,
    count: sql`(
      select count(*)::integer from tracks where tracks.artist_id = artists.artist_id and withdrawn_at is null
    )`,
  },
  /** The ratings of all their tracks, also of withdrawn ones. */
  ratings: {
    columns: sql`(rating_count, rating_sum)`,
    count: sql`(
      select coalesce(sum(tracks.rating_count), 0)::integer, coalesce(sum(tracks.rating_sum), 0)::integer
      from tracks where tracks.artist_id = artists.artist_id
    )`,
  },
} satisfies Record<string, Counter>

/**
 * After the change, as one of the last writes of its transaction: every transaction locks rows of artists after those of
 * accounts and tracks, in the order of their ids.
 */
export async function refreshArtists(
  tx: Db,
  counter: keyof typeof artistCounters,
  artistIds: readonly string[],
): Promise<void> {
  const { columns, count } = artistCounters[counter]
  // Only a statement that begins under the lock counts what another transaction has just committed.
  await sql`
    select from artists where artist_id = any(${artistIds}::uuid[]) order by artist_id for no key update
  `.execute(tx)
  await sql`
    update artists set ${columns} = ${count} where artist_id = any(${artistIds}::uuid[])
  `.execute(tx)
}
