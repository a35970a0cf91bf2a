// Lists by words. If few tracks match, they are gathered by the index of words and sorted; if many do, a walk along the
// order meets a page of them soon. The plan is chosen by the words' frequencies; one that turns out wrong gives up after
// a bounded amount of work, and the other one is used.

import { sql } from 'kysely'
import { everyTrack, maskLexemes } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'
import { countTracks, latestFacetCounts, type FacetCounts } from './facet-counts.ts'
import { termFrequencies, type TermFrequency } from './lexeme-frequencies.ts'
import { noTracks, pageWithin, type FoundPage, type Listing } from './listing.ts'
import { countedTotal, countLater } from './search-totals.ts'
import { facetsMatch, trackOrders } from './track-orders.ts'
import { tsqueryText, type WordsQuery } from './words/words-query.ts'

/** Up to this many matches the total is exact at once. */
const mostGathered = 2_000

/** A beginning of words that more tracks have may be tested on rows instead of being gathered by the index. */
const mostForBeginning = 20_000
/** The test of a row costs as much as this many tracks that the index gathers. */
const testedRowCost = 40
/** A match that is gathered and sorted costs as much as this many tracks that a walk passes. */
const gatheredMatchCost = 8

type Gathering = Listing & {
  /** All words. */
  tsquery: string
  /** What the index of words looks up; null for all words. */
  gatherable: string | null
}

type Plan = Gathering & {
  /** Expected number of matches. */
  matches: number
  /** Tracks that the filters leave. */
  filtered: number
  all: number
  /** The total, if it was counted. */
  total: number | null
  /** A number of matches that there are in any case. */
  atLeast: number
}

export async function searchTracks(
  db: Db,
  words: WordsQuery,
  listing: Listing,
): Promise<FoundPage> {
  const counts = await latestFacetCounts(db)
  const all = countTracks(counts, everyTrack)
  if (all <= mostGathered) {
    // So few tracks need no plan.
    const search = { ...listing, tsquery: tsqueryText(words), gatherable: null }
    const gathered = await gather(db, search, mostGathered)
    if (gathered !== null) return gathered
  }
  const plan = await planSearch(db, { words, counts, listing })
  if (plan.matches <= mostGathered && plan.gatherable !== null) {
    const gathered = await gather(db, plan, mostGathered)
    if (gathered !== null) return gathered
    plan.atLeast = mostGathered + 1
  }
  return (await walk(db, plan)) ?? (await gather(db, plan, null)) ?? noTracks
}

async function planSearch(
  db: Db,
  { words, counts, listing }: { words: WordsQuery; counts: FacetCounts; listing: Listing },
): Promise<Plan> {
  const { frequencies, version } = await termFrequencies(db, words, counts)
  const filters = maskLexemes(listing.facets).map((text) => [[{ text }]])
  const filtered = countTracks(counts, listing.facets)
  const all = Math.max(1, countTracks(counts, everyTrack))
  const terms = gatherableTerms(frequencies, all, filtered)
  const gatherable = [...terms.map(({ term }) => term), ...filters]
  const tsquery = tsqueryText(words)
  const total = countedTotal(db, { ...listing, tsquery }, version)
  return {
    ...listing,
    tsquery,
    gatherable: gatherable.length === 0 ? null : tsqueryText(gatherable),
    matches: total ?? expectedMatches(frequencies, all, filtered),
    filtered,
    all,
    total,
    atLeast: certainMatches(frequencies, listing),
  }
}

/** Of several words, or of one with filters, none is certain to be on the same track. */
function certainMatches(frequencies: TermFrequency[], { facets, artistId }: Listing): number {
  const [term, ...others] = frequencies
  const isAlone = others.length === 0 && facets.mask === 0 && artistId === undefined
  return term !== undefined && isAlone ? term.atLeast : 0
}

/** Without beginnings that are frequent, if few rows are left to be tested for them. */
function gatherableTerms(frequencies: TermFrequency[], all: number, filtered: number) {
  const rare = frequencies.filter(({ gathered }) => gathered <= mostForBeginning)
  const tested = testedRowCost * expectedMatches(rare, all, filtered)
  return frequencies.filter(({ gathered }) => gathered <= Math.max(mostForBeginning, tested))
}

/** As if the words were independent of each other and of the filters. */
function expectedMatches(frequencies: TermFrequency[], all: number, filtered: number): number {
  return frequencies.reduce((matches, { tracks }) => matches * Math.min(1, tracks / all), filtered)
}

/** Null if there are more than `most`. */
async function gather(db: Db, search: Gathering, most: number | null): Promise<FoundPage | null> {
  const found = await gatherPage(db, search, { most, page: search.page })
  if (most !== null && found.total > most) return null
  const { page, pages } = pageWithin(search, found.total)
  const { ids } = page === search.page ? found : await gatherPage(db, search, { most, page })
  return { ids, total: found.total, totalIsExact: true, page, pages }
}

async function gatherPage(
  db: Db,
  { facets, orderBy, limit, tsquery, gatherable }: Gathering,
  { most, page }: { most: number | null; page: number },
) {
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with found as materialized (
      select track_id, popularity, created_at, rating, price_pence
      from (
        select * from track_search
        where words @@ ${gatherable ?? tsquery}::tsquery and ${facetsMatch(facets)}
        offset 0
      ) gathered
      where words @@ ${tsquery}::tsquery
      ${most === null ? sql`` : sql`limit ${most + 1}`}
    )
    select (select count(*) from found)::integer as total, array(
      select track_id from found order by ${trackOrders[orderBy].forwards}
      limit ${limit} offset ${(page - 1) * limit}
    ) as ids
  `.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** Null if the walk would be long, or has met fewer tracks than a page after three times the expected length. */
async function walk(db: Db, plan: Plan): Promise<FoundPage | null> {
  // Without a total any page may exist: the walk finds out.
  const page = plan.total === null ? plan.page : pageWithin(plan, plan.total).page
  const matches = Math.max(plan.matches, mostGathered)
  if (page * plan.limit * plan.all > gatheredMatchCost * matches * matches) return null
  const steps = Math.ceil((3 * page * plan.limit * plan.filtered) / matches) + 500
  const before = (page - 1) * plan.limit
  const met = await walkPage(db, plan, { steps, page })
  const ids = met.slice(0, plan.limit)
  if (ids.length < Math.min(plan.limit, (plan.total ?? Infinity) - before)) return null
  if (plan.total === null) countLater(db, plan)
  const total = plan.total ?? Math.max(plan.atLeast, before + met.length)
  const { pages } = pageWithin(plan, total)
  return { ids, total, totalIsExact: plan.total !== null, page, pages }
}

/** And one more, which shows that there is a next page. */
async function walkPage(
  db: Db,
  { facets, orderBy, limit, tsquery }: Plan,
  { steps, page }: { steps: number; page: number },
): Promise<string[]> {
  const order = trackOrders[orderBy].forwards
  const matching = sql`words @@ ${tsquery}::tsquery`
  // With filters the index passes the tracks that they leave out, and only the others are read.
  const walked =
    facets.mask === 0
      ? sql`
          select track_id
          from (select track_id, words from track_search order by ${order} limit ${steps}) passed
          where ${matching}
        `
      : sql`
          select passed.track_id
          from (
            select track_id from track_search where ${facetsMatch(facets)} order by ${order} limit ${steps}
          ) passed
          cross join lateral (
            select from track_search where track_search.track_id = passed.track_id and ${matching} offset 0
          ) tested
        `
  const { rows } = await sql<{ ids: string[] }>`
    select array(${walked} limit ${limit + 1} offset ${(page - 1) * limit}) as ids
  `.execute(db)
  return rows[0]?.ids ?? []
}
