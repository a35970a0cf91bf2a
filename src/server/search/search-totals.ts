// What is remembered of searches: their totals, until a track changes, of which those of many matches are counted in the
// background, one at a time; and how many rows the index of words gathered.

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { FacetMask } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'
import { facetsMatch, wordsMatch } from './track-orders.ts'
import { searchVersion } from './words/lexicon.ts'

export type CountedSearch = { tsquery: string; facets: FacetMask }

/** How many rows the index of words gathered for a query: all, or until it was stopped. */
export type GatheredRows = { rows: number; isAll: boolean }

type Total = { version: string; total: number }
type Totals = {
  counted: LRUCache<string, Total>
  waiting: Map<string, CountedSearch>
  gathered: LRUCache<string, GatheredRows>
}

const totalsOfDb = new WeakMap<Db, Totals>()

/** A count of half a million tracks takes a second: more of them would keep the database from answering. */
const mostWaiting = 20

function totalsOf(db: Db): Totals {
  const totals = totalsOfDb.get(db) ?? {
    counted: new LRUCache<string, Total>({ max: 1_000 }),
    waiting: new Map<string, CountedSearch>(),
    gathered: new LRUCache<string, GatheredRows>({ max: 1_000 }),
  }
  totalsOfDb.set(db, totals)
  return totals
}

const keyOf = ({ tsquery, facets }: CountedSearch) => `${facets.mask} ${facets.value} ${tsquery}`

/** Null unless it was counted, and no track has changed since. */
export function countedTotal(db: Db, search: CountedSearch, version: string): number | null {
  const known = totalsOf(db).counted.get(keyOf(search))
  return known?.version === version ? known.total : null
}

export function rememberTotal(db: Db, search: CountedSearch, counted: Total): void {
  totalsOf(db).counted.set(keyOf(search), counted)
}

/** Words of a phrase are together far more often than their frequencies say: the next plan expects as many as there were. */
export function rememberGathered(
  db: Db,
  gatherable: readonly string[],
  gathered: GatheredRows,
): void {
  totalsOf(db).gathered.set(gatherable.join(' & '), gathered)
}

/** An estimate, of any moment. */
export function gatheredBefore(db: Db, gatherable: readonly string[]): GatheredRows | null {
  return totalsOf(db).gathered.get(gatherable.join(' & ')) ?? null
}

export function countLater(db: Db, search: CountedSearch): void {
  const { waiting } = totalsOf(db)
  const key = keyOf(search)
  if (waiting.has(key) || waiting.size >= mostWaiting) return
  waiting.set(key, search)
  // Searches wait until they are counted, so a first one finds no count running.
  if (waiting.size === 1) void countWaiting(db)
}

async function countWaiting(db: Db): Promise<void> {
  const { waiting, counted } = totalsOf(db)
  for (const [key, search] of waiting) {
    // A count that takes too long leaves the lower bound; the next search tries again.
    const total = await countSearch(db, search).catch(() => null)
    if (total !== null) counted.set(key, total)
    waiting.delete(key)
  }
}

async function countSearch(db: Db, { tsquery, facets }: CountedSearch): Promise<Total | null> {
  const { rows } = await sql<Total>`
    select ${searchVersion} as version, count(*)::integer as total
    from track_search where ${wordsMatch([tsquery])} and ${facetsMatch(facets)}
  `.execute(db)
  return rows[0] ?? null
}
