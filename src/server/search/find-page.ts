// One page of the tracks, or artists, that match some conditions. PostgreSQL's own estimate says how it is read: few matches
// are all read, counted and sorted; of many, a scan of the order's index soon finds a page.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { allOf, type Condition } from './conditions.ts'
import { maxCountedAlways, openCountMemory } from './counted-lately.ts'

export type FoundPage = {
  ids: string[]
  total: number
  /** False for an estimate. */
  totalIsExact: boolean
  page: number
  pages: number
}

/** A table whose rows are listed. */
export type Source = {
  table: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** The id, and what the orders sort by. */
  sortColumns: RawBuilder<unknown>
}

export const emptyPage: FoundPage = { ids: [], total: 0, totalIsExact: true, page: 1, pages: 0 }

export type Listing = {
  source: Source
  conditions: readonly Condition[]
  /** Ends in the id, so that pages never repeat or skip a row. */
  order: RawBuilder<unknown>
  page: number
  limit: number
}

/** By words, so many matches are read and sorted at once. */
const maxSorted = 3_000

/** No pages are shown for further tracks. */
const maxShownByText = 1_000
const maxShownByFilters = 10_000

/** So many tracks a scan in order reads at most, within some 30 ms. */
const maxScanned = 20_000
/** A scan to a later page reads more tracks: for each track up to the page, so many more matches are sorted instead. */
const sortedForEach = 10

/**
 * By words: beyond what is sorted, the total is an estimate. It may be far too high, so that a scan would read all tracks in
 * vain: it ends early, and all matches are sorted instead.
 * @param listing `atMost`: about as many match at most, as was counted last night
 */
export async function findTextPage(
  db: Db,
  listing: Listing & { atMost: number },
): Promise<FoundPage> {
  const { source, conditions, limit, atMost } = listing
  const page = Math.min(listing.page, Math.ceil(maxShownByText / limit))
  const max = Math.max(maxSorted, page * limit * sortedForEach)
  const about = atMost <= max ? atMost : await estimate(db, source, conditions)
  if (about <= max) {
    const found = await sortMatches(db, listing, max)
    if (found.total <= max) return found
  }
  const ids = await scanInOrder(db, { ...listing, page })
  if (ids.length < limit) return sortMatches(db, listing, null)
  const total = Math.max(about, max + 1, (page - 1) * limit + ids.length)
  const pages = pagesOf(total, limit, maxShownByText)
  return { ids: ids.slice(0, limit), total, totalIsExact: false, page, pages }
}

const totals = openCountMemory<number>()

/**
 * By filters, and of artists also by words: the total is always counted. PostgreSQL chooses how to read the page: even a
 * scan of a whole index costs less than a tenth of a second.
 * @param listing `key` is the same for the same conditions
 */
export async function findCountedPage(
  db: Db,
  listing: Listing & { key: string },
): Promise<FoundPage> {
  const { key, limit } = listing
  const asked = Math.min(listing.page, Math.ceil(maxShownByFilters / limit))
  const remembered = await totals.recall(db, key)
  // A page that only a long list has: it may not exist, and to look for it would be to read the whole list.
  const isFar = asked * limit > maxCountedAlways
  const known = remembered ?? (isFar ? await countMatches(db, listing) : undefined)
  if (known !== undefined) return readCounted(db, { ...listing, page: asked }, known)
  const max = maxCountedAlways + 1
  const { counted, ids } = await readPage(db, { ...listing, page: asked }, max)
  const total =
    counted < max
      ? counted
      : await totals.count(db, { key, about: counted, count: () => countMatches(db, listing) })
  const pages = pagesOf(total, limit, maxShownByFilters)
  if (asked > pages) return readCounted(db, { ...listing, page: asked }, total)
  return { ids, total, totalIsExact: true, page: asked, pages }
}

/** A page beyond the end is the last one. */
async function readCounted(db: Db, listing: Listing, total: number): Promise<FoundPage> {
  if (total === 0) return emptyPage
  const pages = pagesOf(total, listing.limit, maxShownByFilters)
  const page = Math.min(listing.page, pages)
  const { ids } = await readPage(db, { ...listing, page }, 0)
  return { ids, total, totalIsExact: true, page, pages }
}

function pagesOf(total: number, limit: number, maxShown: number): number {
  return Math.ceil(Math.min(total, maxShown) / limit)
}

/** How many rows match the conditions, as PostgreSQL's statistics say. */
export async function estimate(
  db: Db,
  source: Source,
  conditions: readonly Condition[],
): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${source.table} where ${allOf(conditions)}
  `.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

async function countMatches(db: Db, { source, conditions }: Listing): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${source.table} where ${allOf(conditions)}
  `.execute(db)
  return rows[0]?.total ?? 0
}

export async function hasMatch(
  db: Db,
  source: Source,
  conditions: readonly Condition[],
): Promise<boolean> {
  const { rows } = await sql`
    select from ${source.table} where ${allOf(conditions)} limit 1
  `.execute(db)
  return rows.length > 0
}

/** Of all matches, or of one more than `max`. A page beyond the end is the last one. */
async function sortMatches(db: Db, listing: Listing, max: number | null): Promise<FoundPage> {
  const { source, conditions, order, page, limit } = listing
  const { rows } = await sql<{ total: number; page: number; ids: string[] }>`
    with found as materialized (
      select ${source.sortColumns} from ${source.table} where ${allOf(conditions)}
      limit ${max === null ? null : max + 1}
    ), counted as (
      select count(*)::integer as total, greatest(1, least(
        ${page}, ceil(least(count(*), ${maxShownByText}) / ${limit}::numeric)
      ))::integer as page
      from found
    )
    select total, page, array(
      select ${source.id} from found order by ${order} limit ${limit} offset (page - 1) * ${limit}
    ) as ids
    from counted
  `.execute(db)
  const found = rows[0] ?? emptyPage
  return { ...found, totalIsExact: true, pages: pagesOf(found.total, limit, maxShownByText) }
}

/** Along the order's index: the ids of a page and, if there is one, of the next row. */
async function scanInOrder(
  db: Db,
  { source, conditions, order, page, limit }: Listing,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${source.id} as id
    from (select * from ${source.table} order by ${order} limit ${maxScanned}) scanned
    where ${allOf(conditions)}
    order by ${order} limit ${limit + 1} offset ${(page - 1) * limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** In one statement, as PostgreSQL needs as long to plan one as to run it: a page, and a count that ends at `max`. */
async function readPage(
  db: Db,
  { source, conditions, order, page, limit }: Listing,
  max: number,
): Promise<{ ids: string[]; counted: number }> {
  const matching = sql`from ${source.table} where ${allOf(conditions)}`
  const { rows } = await sql<{ ids: string[]; counted: number }>`
    select
      (select count(*)::integer from (select ${matching} limit ${max}) counted) as counted,
      array(
        select ${source.id} ${matching} order by ${order} limit ${limit} offset ${(page - 1) * limit}
      ) as ids
  `.execute(db)
  return rows[0] ?? { ids: [], counted: 0 }
}
