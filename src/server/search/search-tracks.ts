// Lists by words, by the plan of search-plan.ts. A plan that turns out wrong gives up after a bounded amount of work, and
// the other one is used.

import { sql } from 'kysely'
import { everyTrack } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'
import { countTracks, latestFacetCounts } from './facet-counts.ts'
import { listTracks } from './list-tracks.ts'
import { noTracks, pageReached, type FoundPage, type Listing } from './listing.ts'
import { readPage, type ShownTracks } from './page-statement.ts'
import {
  gatheringCost,
  isGatheredSooner,
  matchesToPage,
  mayBeFrequentTogether,
  mostGathered,
  planCompletely,
  planSearch,
  stepOf,
  type Knowledge,
  type Plan,
} from './search-plan.ts'
import {
  countedTotal,
  countLater,
  gatheredBefore,
  rememberGathered,
  rememberTotal,
} from './search-totals.ts'
import { facetsMatch, trackOrders, wordsMatch } from './track-orders.ts'
import { knownTerms } from './words/known-terms.ts'
import { readLexicon, readVersion, searchVersion } from './words/lexicon.ts'
import { indexedText, lexemesIn, tsqueryText, type WordsQuery } from './words/words-query.ts'

/** Of so few tracks, all with a word are gathered: they need no plan. */
const mostWithoutPlan = 2_000

/** `version` is that of the lexicon at the moment of the page; null if the page is planned by another one. */
export type SearchedPage<Row> = FoundPage<Row> & { version: string | null }

export async function searchTracks<Row>(
  db: Db,
  { words, listing }: { words: WordsQuery; listing: Listing },
  shown: ShownTracks<Row>,
): Promise<SearchedPage<Row>> {
  const counts = await latestFacetCounts(db)
  const all = countTracks(counts, everyTrack)
  if (all <= mostWithoutPlan) {
    const gathered = await gather(db, unplanned(words, listing, all), mostWithoutPlan, shown)
    if (gathered !== null) return gathered
  }
  const lexicon = await readLexicon(db, lexemesIn(words.flat(2)))
  const known = knownTerms(words, listing.facets, lexicon)
  if (known === null) return { ...noTracks, version: lexicon.version }
  const narrowed = { ...listing, facets: known.facets }
  const found =
    known.words.length === 0
      ? await listByFacets(db, narrowed, shown)
      : await findPlanned(db, planFor(db, narrowed, { words: known.words, lexicon, counts }), shown)
  return { ...found, version: found.version === lexicon.version ? found.version : null }
}

async function listByFacets<Row>(
  db: Db,
  listing: Listing,
  shown: ShownTracks<Row>,
): Promise<SearchedPage<Row>> {
  const found = await listTracks(db, listing, shown)
  // Nothing has changed since the words were read if nothing has until now.
  return { ...found, version: await readVersion(db) }
}

function planFor(db: Db, listing: Listing, knowledge: Knowledge): Plan {
  const planned = planSearch(listing, knowledge)
  const total = planned.total ?? countedTotal(db, planned, knowledge.lexicon.version)
  const chosen = cheaperToGather(db, planned, total, () => planCompletely(listing, knowledge))
  const { page } = pageReached(listing, total ?? Number.POSITIVE_INFINITY)
  return total === null
    ? { ...chosen, page }
    : { ...chosen, page, total, matches: total, mostMatches: total }
}

/** With all terms, if those that were chosen are known to leave more tracks than expected. */
function cheaperToGather(db: Db, planned: Plan, total: number | null, complete: () => Plan): Plan {
  const known = asBefore(db, planned) ?? asTotal(planned, total)
  if (known.gathered <= planned.gathered) return known
  const all = complete()
  const other = total === null ? (asBefore(db, all) ?? all) : { ...all, gathered: total }
  return gatheringCost(other) < gatheringCost(known) ? other : known
}

/** Null if nothing has been gathered for it. */
function asBefore(db: Db, plan: Plan): Plan | null {
  const gathered = plan.gatherable && gatheredBefore(db, plan.gatherable)
  return gathered && { ...withGathered(plan, gathered.rows), isGatheredBefore: gathered.isAll }
}

/** The total tells how often the words are together, also without the filters. */
function asTotal(plan: Plan, total: number | null): Plan {
  if (total === null || plan.matches === 0) return plan
  return withGathered(plan, Math.round((plan.gathered * total) / plan.matches))
}

/** As many more or fewer matches as the index gathers more or fewer rows than expected. */
function withGathered(plan: Plan, gathered: number): Plan {
  const matches = (plan.matches * gathered) / Math.max(1, plan.gathered)
  return { ...plan, gathered, matches, mostMatches: matches }
}

function unplanned(words: WordsQuery, listing: Listing, all: number): Plan {
  return {
    ...listing,
    tsquery: tsqueryText(words),
    gatherable: [indexedText(words)],
    isComplete: true,
    matches: all,
    mostMatches: all,
    gathered: all,
    isGatheredBefore: false,
    lookUpCost: 0,
    filtered: all,
    all,
    total: null,
    atLeast: 0,
  }
}

async function findPlanned<Row>(
  db: Db,
  plan: Plan,
  shown: ShownTracks<Row>,
): Promise<SearchedPage<Row>> {
  if (!isGatheredSooner(plan)) return walkOrGather(db, plan, shown)
  if (mayBeFrequentTogether(plan)) {
    const met = await walk(db, { ...plan, matches: plan.mostMatches }, shown)
    if (met !== null) return met
  }
  const most = mostGathered(plan)
  const gathered = await gather(db, plan, most, shown)
  return gathered ?? walkOrGather(db, withGathered(plan, 2 * most), shown)
}

async function walkOrGather<Row>(
  db: Db,
  plan: Plan,
  shown: ShownTracks<Row>,
): Promise<SearchedPage<Row>> {
  const met = isGatheredSooner(plan) ? null : await walk(db, plan, shown)
  return met ?? (await gather(db, plan, null, shown)) ?? { ...noTracks, version: null }
}

type Gathered = { gathered: number; total: number; version: string }

/** Null if the index gathers more than `most` rows. */
async function gather<Row>(
  db: Db,
  plan: Plan,
  most: number | null,
  shown: ShownTracks<Row>,
): Promise<SearchedPage<Row> | null> {
  const found = await gatherPage(db, plan, { most, page: plan.page }, shown)
  const { total, gathered, version } = found.state
  const isStopped = most !== null && gathered > most
  if (gathered > 0 && plan.gatherable !== null)
    rememberGathered(db, plan.gatherable, { rows: gathered, isAll: !isStopped })
  if (isStopped) return null
  if (plan.total === null) rememberTotal(db, plan, { version, total })
  const { page, pages } = pageReached(plan, total)
  const { tracks } = page === plan.page ? found : await gatherPage(db, plan, { most, page }, shown)
  return { tracks, total, totalIsExact: true, page, pages, version }
}

function gatherPage<Row>(
  db: Db,
  plan: Plan,
  { most, page }: { most: number | null; page: number },
  shown: ShownTracks<Row>,
) {
  const { facets, orderBy, limit, tsquery, gatherable, isComplete, total } = plan
  const { columns, forwards } = trackOrders[orderBy]
  const isTested = !isComplete || gatherable === null
  const filters = facetsMatch(facets)
  const matches = isTested ? sql`${filters} and words @@ ${tsquery}::tsquery` : filters
  const looksUp = wordsMatch(gatherable ?? [tsquery])
  const ofPage = sql`order by ${forwards} limit ${limit} offset ${(page - 1) * limit}`
  // As many rows as there are matches, or as before: only to be sorted.
  const isAsMany = plan.isGatheredBefore || (isComplete && plan.gathered <= (total ?? 0))
  if (total !== null && (most === null || isAsMany)) {
    const state = sql<Gathered>`json_build_object('version', ${searchVersion}, 'gathered', 0, 'total', ${total}::integer)`
    const ids = sql`array(select track_id from track_search where ${looksUp} and ${matches} ${ofPage})`
    return readPage(db, { from: sql``, state, ids }, shown)
  }
  const from = sql`
    with gathered as materialized (
      select ${columns}, ${matches} as matches from track_search where ${looksUp}
      ${most === null ? sql`` : sql`limit ${most + 1}`}
    ), counted as materialized (
      select count(*) as gathered, count(*) filter (where matches) as total from gathered
    )
  `
  const state = sql<Gathered>`json_build_object(
    'version', ${searchVersion}, 'gathered', (select gathered from counted), 'total', (select total from counted)
  )`
  const ids = sql`array(select track_id from gathered where matches ${ofPage})`
  return readPage(db, { from, state, ids }, shown)
}

/** Without a total any page may exist: the walk finds out. Null if it has met fewer tracks than a page after three times the expected length. */
async function walk<Row>(
  db: Db,
  plan: Plan,
  shown: ShownTracks<Row>,
): Promise<SearchedPage<Row> | null> {
  const { limit, total, page } = plan
  const before = (page - 1) * limit
  const isBackwards = total !== null && before > total / 2
  const wanted = total === null ? limit : Math.min(limit, total - before)
  const { readsEveryRow } = stepOf(plan)
  const passed = readsEveryRow ? plan.all : plan.filtered
  const steps = Math.ceil((3 * matchesToPage(plan) * passed) / Math.max(1, plan.matches)) + 500
  const skipped = isBackwards ? total - before - wanted : before
  const { state, tracks } = await walkPage(
    db,
    plan,
    { readsEveryRow, steps, skipped, wanted, isBackwards },
    shown,
  )
  if (state.met < wanted) return null
  if (total === null) countLater(db, plan)
  const known = total ?? Math.max(plan.atLeast, before + state.met)
  return {
    tracks: isBackwards ? tracks.toReversed() : tracks,
    total: known,
    totalIsExact: total !== null,
    page,
    pages: pageReached(plan, known).pages,
    version: state.version,
  }
}

type Walk = {
  readsEveryRow: boolean
  steps: number
  skipped: number
  wanted: number
  isBackwards: boolean
}

/** It looks for one more track, which shows that there is a next page. */
function walkPage<Row>(
  db: Db,
  { facets, orderBy, tsquery }: Plan,
  { readsEveryRow, steps, skipped, wanted, isBackwards }: Walk,
  shown: ShownTracks<Row>,
) {
  const order = trackOrders[orderBy][isBackwards ? 'backwards' : 'forwards']
  const matching = sql`words @@ ${tsquery}::tsquery`
  const filters = facetsMatch(facets)
  // Otherwise the index passes the tracks that the filters leave out, and only the others are read.
  const walked = readsEveryRow
    ? sql`
          select track_id
          from (select track_id, facets, words from track_search order by ${order} limit ${steps}) passed
          where ${facets.mask === 0 ? matching : sql`${filters} and ${matching}`}
        `
    : sql`
          select passed.track_id
          from (
            select track_id from track_search where ${filters} order by ${order} limit ${steps}
          ) passed
          cross join lateral (
            select from track_search where track_search.track_id = passed.track_id and ${matching} offset 0
          ) tested
        `
  const from = sql`
    with walked as materialized (
      select array(${walked} limit ${wanted + 1} offset ${skipped}) as met
    )
  `
  return readPage(
    db,
    {
      from,
      state: sql<{
        met: number
        version: string
      }>`json_build_object('met', (select cardinality(met) from walked), 'version', ${searchVersion})`,
      ids: sql`(select met[1:${wanted}] from walked)`,
    },
    shown,
  )
}
