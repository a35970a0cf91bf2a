// Lists of few tracks: all matches are read from an index, counted and sorted.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { pageWithin, type FoundPage, type Listing } from './listing.ts'
import { facetsMatch, trackOrders } from './track-orders.ts'

export async function collectTracks(db: Db, listing: Listing): Promise<FoundPage> {
  const found = await collectPage(db, listing, listing.page)
  const { page, pages } = pageWithin(listing, found.total)
  const { ids } = page === listing.page ? found : await collectPage(db, listing, page)
  return { ids, total: found.total, totalIsExact: true, page, pages }
}

async function collectPage(db: Db, listing: Listing, page: number) {
  const { facets, artistId, tsquery, orderBy, limit } = listing
  const conditions = [
    facetsMatch(facets),
    ...(artistId === undefined ? [] : [sql`artist_id = ${artistId}`]),
    ...(tsquery === undefined ? [] : [sql`words @@ ${tsquery}::tsquery`]),
  ]
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with found as materialized (
      select track_id, popularity, created_at, rating, price_pence from track_search
      where ${sql.join(conditions, sql` and `)}
    )
    select (select count(*) from found)::integer as total, array(
      select track_id from found order by ${trackOrders[orderBy].forwards}
      limit ${limit} offset ${(page - 1) * limit}
    ) as ids
  `.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}
