// What rows count, beside a recount. The commands keep the counters, and nothing repairs them: a difference is a fault of a
// command, or of a hand in the database, and somebody has to know of it.

import { sql, type RawBuilder } from 'kysely'
import { openWorkStatuses, ownedStatuses } from '#rules/commissions/commission-process.ts'
import type { Db } from '#server/db/client.ts'
import { withoutTimeout } from '#server/db/without-timeout.ts'
import { artistCounters, type Counter } from './artist-counters.ts'

export type CounterDifference = {
  kind: 'artist_counts_differ' | 'artist_listing_differs' | 'track_counts_differ'
  /** The artist, or the track. */
  subject: string
}

/** The steps of commissions count these (commissions/commission-counters.ts). */
const commissionCounter: Counter = {
  columns: sql`(open_commissions, commissions)`,
  count: sql`(
    select
      count(*) filter (where status = any(${[...openWorkStatuses]}::text[])),
      count(*) filter (where status = any(${[...ownedStatuses]}::text[]))
    from commissions where commissions.artist_id = artists.artist_id
  )`,
}

/**
 * One statement, so that it sees each row as the same transactions have left what it counts. It takes some seconds for a
 * million tracks.
 */
export function findCounterDifferences(db: Db): Promise<CounterDifference[]> {
  return withoutTimeout(db, async (tx) => {
    const counters = [...Object.values(artistCounters), commissionCounter]
    const { rows } = await sql<CounterDifference>`
      select 'artist_counts_differ' as kind, artist_id as subject from artists
      where ${sql.join(counters.map(differs), sql` or `)}
      union all
      select 'artist_listing_differs', users.id
      from users left join artists on artist_id = users.id
      where case when artist_id is null then role = 'artist' else is_listed = banned end
      union all
      select 'track_counts_differ', tracks.id
      from tracks
      left join (
        select track_id, count(*) as ratings, sum(stars) as stars from ratings group by track_id
      ) counted on track_id = tracks.id
      where (rating_count, rating_sum) <> (coalesce(ratings, 0), coalesce(counted.stars, 0))
    `.execute(tx)
    return rows
  })
}

const differs = ({ columns, count }: Counter): RawBuilder<unknown> =>
  sql`not (${columns} = ${count})`
