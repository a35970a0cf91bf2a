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
  refuseFurther,
} from './facet-counts.ts'
import { fenceBefore, type Fence } from './page-fences.ts'
import { pageWithin, type FoundPage, type Listing } from './listing.ts'
import { readPage, type ShownTracks } from './page-statement.ts'
import { facetsMatch, trackOrders } from './track-orders.ts'

export async function listTracks<Row>(
  db: Db,
  listing: Listing,
  shown: ShownTracks<Row>,
): Promise<FoundPage<Row>> {
  return listBy(await latestFacetCounts(db), db, { listing, shown })
}

type Request<Row> = { listing: Listing; shown: ShownTracks<Row> }

async function listBy<Row>(
  counts: FacetCounts,
  db: Db,
  request: Request<Row>,
  generationsMet = 0,
): Promise<FoundPage<Row>> {
  refuseFurther(generationsMet)
  const { listing } = request
  const known = countTracks(counts, listing.facets)
  const shown = pageWithin(listing, known)
  const found = await readKnown(db, request, { counts, known, page: shown.page })
  const { generation, change } = found.state
  if (generation !== counts.generation)
    return listBy(await loadFacetCounts(db), db, request, generationsMet + 1)
  const total = known + change
  const { page, pages } = pageWithin(listing, total)
  const { tracks } =
    page === shown.page ? found : await readKnown(db, request, { counts, known, page })
  return { tracks, total, totalIsExact: true, page, pages }
}

type Wanted = { counts: FacetCounts; known: number; page: number }

/** With the changes since the counts, seen at the same moment. */
async function readKnown<Row>(db: Db, { listing, shown }: Request<Row>, wanted: Wanted) {
  const read = (page: RawBuilder<unknown>) => readWith(db, { listing, shown }, page)
  const fence = await fenceOf(db, listing, wanted)
  if (fence !== null) {
    const behind = await read(pageBehind(listing, wanted, fence))
    if (behind.tracks.length > 0) return behind
  }
  if (!isNearerToEnd(listing, wanted)) return read(pageFromStart(listing, wanted))
  const { state, tracks } = await read(pageFromEnd(listing, wanted))
  return { state, tracks: tracks.toReversed() }
}

function fenceOf(db: Db, { facets, orderBy: sort, limit }: Listing, { page }: Wanted) {
  if (facets.mask !== 0) return null
  return fenceBefore(db, { sort, skipped: (page - 1) * limit })
}

function readWith<Row>(db: Db, { listing, shown }: Request<Row>, page: RawBuilder<unknown>) {
  const from = sql`
    with state as materialized (
      select generation, (
        select coalesce(sum(change), 0) from facet_changes where ${facetsMatch(listing.facets)}
      )::integer as change
      from search_generation
    )
  `
  const state = sql<{
    generation: string
    change: number
  }>`(select json_build_object('generation', generation::text, 'change', change) from state)`
  return readPage(db, { from, state, ids: sql`array(${page})` }, shown)
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
