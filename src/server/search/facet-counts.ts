// How many listed tracks have which facets. The counts of a generation stay in memory; what has changed since is in the
// database, a few rows, and is added by the query that needs it. So a total is exact at any moment, without a scan.

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { FacetMask } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'
import { Busy } from '#server/db/turns.ts'

/** Each combination of facets with its number of tracks. */
export type FacetCounts = { generation: string; facets: Int32Array; tracks: Int32Array }

type Held = { latest: FacetCounts | null; loading: Promise<FacetCounts> | null }

const held = new WeakMap<Db, Held>()

/** Those in memory, which may be of a past generation; the first call in a process waits until they are loaded. */
export async function latestFacetCounts(db: Db): Promise<FacetCounts> {
  return held.get(db)?.latest ?? loadFacetCounts(db)
}

/** Called when the database turns out to have a newer generation. One load runs at a time. */
export function loadFacetCounts(db: Db): Promise<FacetCounts> {
  const own = held.get(db) ?? { latest: null, loading: null }
  held.set(db, own)
  own.loading ??= readCounts(db)
    .then((counts) => (own.latest = counts))
    .finally(() => (own.loading = null))
  return own.loading
}

async function readCounts(db: Db): Promise<FacetCounts> {
  const { rows } = await sql<CountsRow>`
    select generation,
      (select coalesce(array_agg(facets order by facets), '{}') from facet_counts) as facets,
      (select coalesce(array_agg(tracks order by facets), '{}') from facet_counts) as tracks
    from search_generation
  `.execute(db)
  return countsIn(rows[0])
}

type CountsRow = { generation: string; facets: number[]; tracks: number[] }

function countsIn(row: CountsRow | undefined): FacetCounts {
  if (!row) throw new Error('The catalogue has no generation.')
  return {
    generation: row.generation,
    facets: Int32Array.from(row.facets),
    tracks: Int32Array.from(row.tracks),
  }
}

/** Sums of the counts in memory: a plan needs several of a hundred thousand combinations each. */
const sums = new WeakMap<FacetCounts, LRUCache<string, number>>()

export function countTracks(counts: FacetCounts, { mask, value }: FacetMask): number {
  const known = sums.get(counts) ?? new LRUCache({ max: 2_000 })
  sums.set(counts, known)
  const key = `${mask} ${value}`
  const total = known.get(key) ?? sumOf(counts, { mask, value })
  known.set(key, total)
  return total
}

function sumOf({ facets, tracks }: FacetCounts, { mask, value }: FacetMask): number {
  let total = 0
  for (let at = 0; at < facets.length; at++) {
    if (((facets[at] ?? 0) & mask) === value) total += tracks[at] ?? 0
  }
  return total
}

/** The combinations that match. A loop, because there may be a hundred thousand: `filter` takes ten times as long. */
export function matchingFacets({ facets }: FacetCounts, { mask, value }: FacetMask): number[] {
  const matching: number[] = []
  for (let at = 0; at < facets.length; at++) {
    const one = facets[at] ?? 0
    if ((one & mask) === value) matching.push(one)
  }
  return matching
}

/** The counts are folded once a minute: a read that meets a new generation each time would never end. */
const mostGenerations = 5

/** @throws Busy */
export function refuseFurther(generationsMet: number): void {
  if (generationsMet >= mostGenerations)
    throw new Busy('The counts of the catalogue changed during each attempt to read them.')
}

/** The counts and what has changed since: together each combination at this moment. @throws Busy */
export async function currentFacetCounts(db: Db, generationsMet = 0): Promise<FacetCounts[]> {
  refuseFurther(generationsMet)
  const { rows } = await sql<CountsRow>`
    select generation, facets, tracks
    from search_generation, (
      select coalesce(array_agg(facets), '{}') as facets, coalesce(array_agg(change), '{}') as tracks
      from facet_changes
    ) changes
  `.execute(db)
  const changes = countsIn(rows[0])
  let counts = await latestFacetCounts(db)
  if (counts.generation !== changes.generation) counts = await loadFacetCounts(db)
  // Folded between the two queries.
  if (counts.generation !== changes.generation) return currentFacetCounts(db, generationsMet + 1)
  return [counts, changes]
}
