// How many listed tracks have which facets. The counts of a generation stay in memory; what has changed since is in the
// database, a few rows, and is added by the query that needs it. So a total is exact at any moment, without a scan.

import { sql } from 'kysely'
import type { FacetMask } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'

type Counts = { generation: string; facets: Int32Array; tracks: Int32Array }

export type FacetCounts = {
  /** Counts up to `generation`; null when those are not in memory, and then they are being loaded. */
  count(generation: string, wanted: FacetMask): number | null
  /** Each combination of facets with its number of tracks, at this moment. */
  current(): Promise<{ facets: number; tracks: number }[]>
}

const opened = new WeakMap<Db, FacetCounts>()

/** The counts of this process. */
export function facetCountsOf(db: Db): FacetCounts {
  const known = opened.get(db)
  if (known) return known
  const counts = openFacetCounts(db)
  opened.set(db, counts)
  return counts
}

function openFacetCounts(db: Db): FacetCounts {
  let loaded: Counts | null = null
  let loading: Promise<Counts> | null = null

  const load = () => {
    loading ??= readCounts(db)
      .then((counts) => (loaded = counts))
      .finally(() => (loading = null))
    return loading
  }

  return {
    count(generation, wanted) {
      if (loaded?.generation === generation) return countIn(loaded, wanted)
      // A failure is not reported here: the next query loads again, and reports its own.
      load().catch(() => undefined)
      return null
    },
    async current() {
      const changes = await readChanges(db)
      let counts = loaded
      if (counts?.generation !== changes.generation) counts = await load()
      // Folded between the two queries.
      if (counts.generation !== changes.generation) return this.current()
      const sums = new Map<number, number>()
      for (const [at, facets] of counts.facets.entries()) sums.set(facets, counts.tracks[at] ?? 0)
      for (const { facets, change } of changes.rows)
        sums.set(facets, (sums.get(facets) ?? 0) + change)
      return Array.from(sums, ([facets, tracks]) => ({ facets, tracks }))
    },
  }
}

function countIn({ facets, tracks }: Counts, { mask, value }: FacetMask): number {
  let total = 0
  for (let at = 0; at < facets.length; at++) {
    if (((facets[at] ?? 0) & mask) === value) total += tracks[at] ?? 0
  }
  return total
}

async function readCounts(db: Db): Promise<Counts> {
  const { rows } = await sql<{ generation: string; facets: number[]; tracks: number[] }>`
    select generation,
      (select coalesce(array_agg(facets order by facets), '{}') from facet_counts) as facets,
      (select coalesce(array_agg(tracks order by facets), '{}') from facet_counts) as tracks
    from search_generation
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('The catalogue has no generation.')
  return {
    generation: row.generation,
    facets: Int32Array.from(row.facets),
    tracks: Int32Array.from(row.tracks),
  }
}

async function readChanges(db: Db) {
  const { rows } = await sql<{ generation: string; facets: number | null; change: number }>`
    select generation, facets, change from search_generation left join facet_changes on true
  `.execute(db)
  return {
    generation: rows[0]?.generation ?? '',
    rows: rows.flatMap(({ facets, change }) => (facets === null ? [] : [{ facets, change }])),
  }
}

/** The total of a mask, in one statement: for the moments when the counts are not in memory. */
export async function countByStatement(db: Db, { mask, value }: FacetMask): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (
      (select coalesce(sum(tracks), 0) from facet_counts where facets & ${mask} = ${value})
      + (select coalesce(sum(change), 0) from facet_changes where facets & ${mask} = ${value})
    )::integer as total
  `.execute(db)
  return rows[0]?.total ?? 0
}
