// Chooses how to find a page of the tracks with some words. Few are gathered by the index of words, counted and sorted; of
// many, a walk along the order soon meets a page. Costs are in microseconds, as measured with a million tracks in memory:
// only how they compare with each other matters.

import { everyTrack, maskLexemes } from '#rules/track-facets.ts'
import { countTracks, type FacetCounts } from './facet-counts.ts'
import { facetFrequency, termFrequencies, type TermFrequency } from './lexeme-frequencies.ts'
import type { Listing } from './listing.ts'
import type { Lexicon } from './words/lexicon.ts'
import { indexedText, tsqueryText, type Term, type WordsQuery } from './words/words-query.ts'

const cost = {
  /** The index reads an entry of a word. */
  entry: 0.12,
  /** Of a further word, entries that no track before could have are skipped: at most all, at most so much for each track. */
  skippedEntry: 0.007,
  skippedTrack: 6,
  /** An entry for one of many words with a beginning that is not in the index itself. */
  beginningEntry: 0.25,
  /** A gathered row is read, tested and sorted; rows of one page of the table share a part of it. */
  gatheredPage: 1,
  gatheredRow: 0.6,
  /** A walk reads a row: those of the most popular tracks lie together. */
  walkedNeighbour: 0.35,
  walkedRow: 2.5,
  /** With filters, a walk may pass the entries of an order's index instead, and find the rows of those that match by id. */
  passedEntry: 0.13,
  foundRow: 9,
}
const rowsOnPage = 32
/** So many rows are gathered before an expectation of fewer is given up. */
const leastGathered = 3_000
/** Up to so many matches, an exact total at once is worth some time. */
const mostCounted = 2_000
const totalWorth = 4_000

/**
 * Terms that a track must all have, each as a tsquery for the index, the rarest first. The index looks up each of several conditions only
 * where the ones before it have matched; inside one tsquery it reads all entries of all but the most frequent words.
 */
export type Gatherable = readonly string[]

/** With a total, its page exists. */
export type Plan = Listing & {
  /** All words. */
  tsquery: string
  /** What the index of words looks up; null if that would take longer than a walk in any case. */
  gatherable: Gatherable | null
  /** The index looks up all that the search asks for. */
  isComplete: boolean
  /** Expected number of matches. */
  matches: number
  /** As many as there are if the words are always together. */
  mostMatches: number
  /** Expected number of rows that the index gathers for them. */
  gathered: number
  /** All of them have been gathered before: nothing needs to stop them. */
  isGatheredBefore: boolean
  /** What it costs to look them up. */
  lookUpCost: number
  /** Tracks that the filters leave. */
  filtered: number
  all: number
  /** The total, if it is known. */
  total: number | null
  /** A number of matches that there are in any case. */
  atLeast: number
}

export type Knowledge = { words: WordsQuery; lexicon: Lexicon; counts: FacetCounts }

export function planSearch(
  listing: Listing,
  { words, lexicon, counts }: Knowledge,
  choose = chooseTerms,
): Plan {
  const asked = termFrequencies(words, lexicon, counts)
  const frequencies = withoutImplied(asked)
  const filters = maskLexemes(listing.facets).map((lexeme) => facetFrequency(lexeme, counts))
  const filtered = countTracks(counts, listing.facets)
  const all = Math.max(1, countTracks(counts, everyTrack))
  const { chosen, lookUpCost } = choose([...frequencies, ...filters], all)
  const [alone] = frequencies
  const isAlone = asked.length === 1 && listing.facets.mask === 0
  return {
    ...listing,
    tsquery: tsqueryText(words),
    gatherable: chosen.length === 0 ? null : gatherableOf(chosen),
    isComplete: frequencies.every((one) => chosen.includes(one)),
    matches: expected(frequencies, filtered, all),
    mostMatches: (Math.min(...frequencies.map(({ tracks }) => tracks)) * filtered) / all,
    gathered: expected(chosen, all, all),
    isGatheredBefore: false,
    lookUpCost,
    filtered,
    all,
    // Of several words, or of one with filters, none is certain to be on the same track.
    total: isAlone ? (alone?.exact ?? null) : null,
    atLeast: isAlone ? (alone?.atLeast ?? 0) : 0,
  }
}

/** Where the words that were chosen first turn out to be on many tracks together, further ones may leave few of them. */
export function planCompletely(listing: Listing, knowledge: Knowledge): Plan {
  return planSearch(listing, knowledge, (frequencies, all) => {
    const sorted = frequencies.toSorted(byFrequency)
    const costs = sorted.map((one, at) =>
      costOfTerm(one, expected(sorted.slice(0, at), all, all), at === 0),
    )
    return { chosen: sorted, lookUpCost: costs.reduce((sum, one) => sum + one, 0) }
  })
}

/** Further ones share the last condition, so that there are few different statements. */
const mostConditions = 6

function gatherableOf(chosen: TermFrequency[]): Gatherable {
  const terms = chosen.map(({ term }) => term)
  const alone = terms.slice(0, mostConditions - 1).map((term) => indexedText([term]))
  const others = terms.slice(mostConditions - 1)
  return others.length === 0 ? alone : [...alone, indexedText(others)]
}

/** Without terms that a track has if it has another one of them: 'night' and 'night*'. */
function withoutImplied(frequencies: TermFrequency[]): TermFrequency[] {
  const sets = frequencies.map(({ term }) => alternativesOf(term))
  return frequencies.filter(
    (_, at) =>
      !sets.some((other, otherAt) => {
        const one = sets[at]
        if (!one || otherAt === at || !other.isSubsetOf(one)) return false
        return other.size < one.size || otherAt < at
      }),
  )
}

function alternativesOf(term: Term): Set<string> {
  return new Set(
    term.flatMap((alternative) => {
      const [only, ...others] = alternative
      return only?.words && others.length === 0
        ? only.words.map((text) => tsqueryText([[[{ text }]]]))
        : tsqueryText([[alternative]])
    }),
  )
}

/** As if the words were independent of each other and of the filters. */
function expected(frequencies: TermFrequency[], from: number, all: number): number {
  return frequencies.reduce((matches, { tracks }) => matches * Math.min(1, tracks / all), from)
}

const byFrequency = (one: TermFrequency, other: TermFrequency) => one.tracks - other.tracks

/** From the rarest on, those for which the index needs less time than for the rows that they leave out. */
function chooseTerms(frequencies: TermFrequency[], all: number) {
  const chosen: TermFrequency[] = []
  let [rows, lookUpCost] = [all, 0]
  for (const one of frequencies.toSorted(byFrequency)) {
    const left = rows * Math.min(1, one.tracks / all)
    const added = costOfTerm(one, rows, chosen.length === 0)
    if (added < rowsCost(rows, all) - rowsCost(left, all)) {
      chosen.push(one)
      rows = left
      lookUpCost += added
    }
  }
  return { chosen, lookUpCost }
}

function costOfTerm(one: TermFrequency, rows: number, isFirst: boolean): number {
  const beginnings = one.beginningEntries * cost.beginningEntry
  if (isFirst) return beginnings + one.entries * cost.entry
  return beginnings + Math.min(one.entries * cost.skippedEntry, rows * cost.skippedTrack)
}

function rowsCost(rows: number, all: number): number {
  return rows * cost.gatheredRow + Math.min(rows, all / rowsOnPage) * cost.gatheredPage
}

/** How far a page is from the nearer end of the order, in matches; the end is only known with the total. */
export function matchesToPage({ page, limit, total }: Plan): number {
  const fromStart = page * limit
  return total === null ? fromStart : Math.min(fromStart, total - fromStart + 2 * limit)
}

export function isGatheredSooner(plan: Plan): boolean {
  if (plan.gatherable === null) return false
  const { all } = plan
  const walk =
    Math.min(1, matchesToPage(plan) / Math.max(1, plan.matches)) * all * stepOf(plan).cost
  const worth = plan.total === null && plan.matches <= mostCounted ? totalWorth : 0
  return gatheringCost(plan) <= walk + worth
}

export function gatheringCost({ lookUpCost, gathered, all }: Plan): number {
  return lookUpCost + rowsCost(gathered, all)
}

/** The cheaper way to walk on by one track of the catalogue. */
export function stepOf({ orderBy, facets, filtered, all }: Plan) {
  const everyRow = orderBy === 'popularity' ? cost.walkedNeighbour : cost.walkedRow
  const found = cost.passedEntry + (filtered / all) * cost.foundRow
  return facets.mask === 0 || everyRow <= found
    ? { readsEveryRow: true, cost: everyRow }
    : { readsEveryRow: false, cost: found }
}

/** So long a walk costs little beside a wrong guess. */
const shortWalk = 1_500

/**
 * Words of one phrase are on the same tracks, far more often than expected: a short walk shows whether these are. It is not
 * worth its time where even so many are soon gathered.
 */
export function mayBeFrequentTogether(plan: Plan): boolean {
  if (plan.total !== null || plan.mostMatches <= 2 * plan.matches) return false
  const ofPage = plan.filtered / Math.max(1, plan.mostMatches)
  if (3 * matchesToPage(plan) * ofPage >= shortWalk) return false
  const mostRows = (plan.mostMatches * plan.all) / Math.max(1, plan.filtered)
  return rowsCost(mostRows, plan.all) > totalWorth
}

/** A plan that gathers more rows than this was a wrong guess. */
export const mostGathered = ({ gathered }: Plan) => Math.ceil(Math.max(leastGathered, 2 * gathered))
