// The number of tracks beside each choice of the filters: how many it would leave, together with the other filters. Of a
// large catalogue they are up to a minute old.

import { sql } from 'kysely'
import type { FilterHits } from '#contracts/catalogue.ts'
import {
  filterChoices,
  filterColumns,
  filteredFacets,
  readFilter,
  type Facet,
  type FacetColumn,
} from '#rules/search/facets.ts'
import { trackFilterNames, type TrackFilters } from '#rules/search/track-search.ts'
import type { Db } from '#server/db/client.ts'
import { allOf, hasFacet } from './conditions.ts'
import { openCountMemory } from './counted-lately.ts'
import { estimate } from './find-page.ts'
import { tracksSource } from './track-orders.ts'

/** How many tracks have each value of each column, with the filters of the other columns. */
type Counts = ReadonlyMap<FacetColumn, ReadonlyMap<string, number>>

const memory = openCountMemory<Counts>()

export async function countHits(db: Db, chosen: TrackFilters): Promise<FilterHits> {
  const facets = filteredFacets(chosen)
  const key = JSON.stringify(facets)
  const counts =
    (await memory.recall(db, key)) ??
    (await memory.count(db, {
      key,
      about: await estimate(db, tracksSource, []),
      count: () => countValues(db, facets),
    }))
  return trackFilterNames.map((name) => ({
    name,
    choices: filterChoices[name].map((value) => ({
      value,
      hits: hitsOf(counts, { ...chosen, ...readFilter(name, value) }, filterColumns[name]),
    })),
  }))
}

function hitsOf(counts: Counts, filters: TrackFilters, column: FacetColumn): number {
  const facet = filteredFacets(filters).find((one) => one.column === column)
  const values = counts.get(column)
  return (facet?.values ?? []).reduce((sum, one) => sum + (values?.get(String(one)) ?? 0), 0)
}

/** One statement counts the columns without a filter, and one each of the others without its own. */
async function countValues(db: Db, facets: readonly Facet[]): Promise<Counts> {
  const columns = new Set(Object.values(filterColumns))
  const filtered = facets.map(({ column }) => column)
  const free = [...columns.difference(new Set(filtered))]
  const counts = free.length === 0 ? [] : [await countColumns(db, free, facets)]
  for (const column of filtered) {
    const others = facets.filter((facet) => facet.column !== column)
    counts.push(await countColumns(db, [column], others))
  }
  return new Map(counts.flat())
}

async function countColumns(
  db: Db,
  columns: readonly FacetColumn[],
  facets: readonly Facet[],
): Promise<[FacetColumn, Map<string, number>][]> {
  const refs = columns.map((column) => sql.ref(column))
  const { rows } = await sql<Record<FacetColumn, string | null> & { tracks: number }>`
    select ${sql.join(refs)}, sum(tracks)::integer as tracks
    from (
      select ${sql.join(refs)}, count(*) as tracks from listed_tracks
      where ${allOf(facets.map(hasFacet))} group by ${sql.join(refs)}
    ) combinations
    group by grouping sets (${sql.join(refs.map((ref) => sql`(${ref})`))})
  `.execute(db)
  // A row of another grouping set has null in the column, as have tracks that no filter of it finds.
  return columns.map((column) => [
    column,
    new Map(rows.flatMap((row) => (row[column] === null ? [] : [[row[column], row.tracks]]))),
  ])
}
