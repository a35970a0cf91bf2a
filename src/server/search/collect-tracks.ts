// Lists of few tracks: all matches are read from an index, counted and sorted.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { pageWithin, type Listing } from './listing.ts'
import { readPage, type ShownTracks } from './page-statement.ts'
import type { SearchedPage } from './search-tracks.ts'
import { facetsMatch, trackOrders } from './track-orders.ts'
import { searchVersion } from './words/lexicon.ts'

/** @param tsquery of the words that are searched. */
export async function collectTracks<Row>(
  db: Db,
  { listing, tsquery }: { listing: Listing; tsquery: string | null },
  shown: ShownTracks<Row>,
): Promise<SearchedPage<Row>> {
  const collect = (page: number) => collectPage(db, { ...listing, page, tsquery }, shown)
  const found = await collect(listing.page)
  const { total, version } = found.state
  const { page, pages } = pageWithin(listing, total)
  const { tracks } = page === listing.page ? found : await collect(page)
  return { tracks, total, totalIsExact: true, page, pages, version }
}

function collectPage<Row>(
  db: Db,
  { facets, artistId, tsquery, orderBy, page, limit }: Listing & { tsquery: string | null },
  shown: ShownTracks<Row>,
) {
  const { columns, forwards } = trackOrders[orderBy]
  const conditions = [
    facetsMatch(facets),
    ...(artistId === undefined ? [] : [sql`artist_id = ${artistId}`]),
    ...(tsquery === null ? [] : [sql`words @@ ${tsquery}::tsquery`]),
  ]
  const from = sql`
    with found as materialized (
      select ${columns} from track_search where ${sql.join(conditions, sql` and `)}
    )
  `
  const state = sql<{
    version: string
    total: number
  }>`json_build_object('version', ${searchVersion}, 'total', (select count(*) from found))`
  const ids = sql`array(
    select track_id from found order by ${forwards} limit ${limit} offset ${(page - 1) * limit}
  )`
  return readPage(db, { from, state, ids }, shown)
}
