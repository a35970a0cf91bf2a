// Lists by filters. The total comes from the counts in memory; the page from a walk along the order's index if many tracks
// match, or from collecting and sorting if few do.

import { sql, type RawBuilder } from 'kysely'
import { everyTrack } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'
import {
  countTracks,
  latestFacetCounts,
  loadFacetCounts,
  matchingFacets,
  type FacetCounts,
} from './facet-counts.ts'
import { fenceBefore, type Fence } from './page-fences.ts'
import { pageWithin, type FoundPage, type Listing } from './listing.ts'
import { facetsMatch, trackOrders } from './track-orders.ts'

export async function listTracks(db: Db, listing: Listing): Promise<FoundPage> {
  return listBy(await latestFacetCounts(db), db, listing)
}

async function listBy(counts: FacetCounts, db: Db, listing: Listing): Promise<FoundPage> {
  const known = countTracks(counts, listing.facets)
  const shown = pageWithin(listing, known)
  const found = await readPage(db, listing, { counts, known, page: shown.page })
  if (found.generation !== counts.generation) return listBy(await loadFacetCounts(db), db, listing)
  const total = known + found.change
  const { page, pages } = pageWithin(listing, total)
  const { ids } = page === shown.page ? found : await readPage(db, listing, { counts, known, page })
  return { ids, total, totalIsExact: true, page, pages }
}

type Wanted = { counts: FacetCounts; known: number; page: number }

/** With the changes since the counts, seen at the same moment. */
async function readPage(db: Db, listing: Listing, wanted: Wanted) {
  const fence = await fenceOf(db, listing, wanted)
  if (fence !== null) {
    const behind = await readWith(db, listing, pageBehind(listing, wanted, fence))
    if (behind.ids.length > 0) return behind
  }
  if (!isNearerToEnd(listing, wanted)) return readWith(db, listing, pageFromStart(listing, wanted))
  const row = await readWith(db, listing, pageFromEnd(listing, wanted))
  return { ...row, ids: row.ids.toReversed() }
}

function fenceOf(db: Db, { facets, orderBy: sort, limit }: Listing, { page }: Wanted) {
  if (facets.mask !== 0) return null
  return fenceBefore(db, { sort, skipped: (page - 1) * limit })
}

async function readWith(db: Db, listing: Listing, page: RawBuilder<unknown>) {
  const { rows } = await sql<{ generation: string; change: number; ids: string[] }>`
    with state as materialized (
      select generation, (
        select coalesce(sum(change), 0) from facet_changes where ${facetsMatch(listing.facets)}
      )::integer as change
      from search_generation
    )
    select generation, change, array(${page}) as ids from state
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The catalogue has no generation.')
  return row
}

/** The walk to a page in the second half is shorter from the other end. */
function isNearerToEnd({ limit }: Listing, { known, page }: Wanted): boolean {
  const skipped = (page - 1) * limit
  return skipped > 1_000 && skipped > known / 2
}

/** Without rows, if a change has been noted meanwhile. */
function pageBehind({ orderBy, limit }: Listing, { page }: Wanted, fence: Fence) {
  return sql`
    select track_id from track_search where ${fence.isBehind}
    order by ${trackOrders[orderBy].forwards} limit ${limit} offset ${(page - 1) * limit - fence.position}
  `
}

function pageFromStart(listing: Listing, wanted: Wanted): RawBuilder<unknown> {
  const { facets, orderBy, limit } = listing
  const combinations = fewCombinations(listing, wanted)
  return sql`
    select track_id from track_search
    where ${combinations === null ? sql`true` : sql`facets = any(${combinations}::integer[] || array(select facets from facet_changes))`}
      and ${facetsMatch(facets)}
    order by ${trackOrders[orderBy].forwards} limit ${limit} offset ${(wanted.page - 1) * limit}
  `
}

function pageFromEnd({ facets, orderBy, limit }: Listing, { known, page }: Wanted) {
  const behind = sql`(select ${known} + change - ${(page - 1) * limit} from state)`
  return sql`
    select track_id from track_search where ${facetsMatch(facets)}
    order by ${trackOrders[orderBy].backwards}
    limit greatest(0, least(${limit}, ${behind})) offset greatest(0, ${behind} - ${limit})
  `
}

/** An entry that is collected and sorted costs as much as this many entries that a walk passes. */
const collectedEntryCost = 12

/** The combinations of facets to collect the tracks of, if that is cheaper than a walk; otherwise null. */
function fewCombinations(
  { facets, limit }: Listing,
  { counts, known, page }: Wanted,
): number[] | null {
  const all = countTracks(counts, everyTrack)
  const passed = known === 0 ? all : (Math.min(known, page * limit) * all) / known
  if (collectedEntryCost * known > passed) return null
  const combinations = matchingFacets(counts, facets)
  return collectedEntryCost * (known + combinations.length) > passed ? null : combinations
}
