// Lists by filters: the total comes from the counts, the page from a walk along the order or from the few matches.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { countByStatement, facetCountsOf } from './facet-counts.ts'
import { pageWithin, type FoundPage, type Listing } from './listing.ts'
import { trackOrders } from './track-orders.ts'

export async function listTracks(db: Db, listing: Listing): Promise<FoundPage> {
  const found = await walkPage(db, listing, listing.page)
  const counted = facetCountsOf(db).count(found.generation, listing.facets)
  const total =
    counted === null ? await countByStatement(db, listing.facets) : counted + found.change
  const { page, pages } = pageWithin(listing, total)
  const { ids } = page === listing.page ? found : await walkPage(db, listing, page)
  return { ids, total, totalIsExact: true, page, pages }
}

async function walkPage(db: Db, { facets, orderBy, limit }: Listing, page: number) {
  const matches = sql`facets & ${facets.mask} = ${facets.value}`
  const { rows } = await sql<{ generation: string; change: number; ids: string[] }>`
    select generation,
      (select coalesce(sum(change), 0) from facet_changes where ${matches})::integer as change,
      array(
        select track_id from track_search where ${matches}
        order by ${trackOrders[orderBy].forwards} limit ${limit} offset ${(page - 1) * limit}
      ) as ids
    from search_generation
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The catalogue has no generation.')
  return row
}
