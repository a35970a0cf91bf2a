// One page of the tracks, or artists, that meet some conditions. PostgreSQL's own estimate says how it is read: few matches
// are gathered, counted and sorted; of many, a walk along the order's index soon meets a page.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { allOf, type Condition } from './conditions.ts'
import { openCountMemory } from './counted-lately.ts'

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

type Limits = {
  /** So many matches are gathered at once. */
  gathered: number
  /** No pages are shown for further tracks. */
  shown: number
}

/** Words are tested on the rows themselves, which takes ten times as long as filters inside an index. */
const textLimits: Limits = { gathered: 3_000, shown: 1_000 }
const filterLimits: Limits = { gathered: 200, shown: 10_000 }

/** So many tracks a walk passes at most, within some 30 ms. */
const maxPassed = 20_000
/** A walk to a later page passes more tracks: so many matches are gathered sooner, for each track up to the page. */
const gatheredForEach = 10

/**
 * By words: beyond what is gathered, the total is an estimate. It may be far too high, so that a walk would pass all tracks
 * in vain: it ends early, and all matches are gathered instead.
 * @param listing `atMost`: about as many match at most, as was counted last night
 */
export async function findTextPage(
  db: Db,
  listing: Listing & { atMost: number },
): Promise<FoundPage> {
  const { source, conditions, limit, atMost } = listing
  const page = Math.min(listing.page, Math.ceil(textLimits.shown / limit))
  const gathered = Math.max(textLimits.gathered, page * limit * gatheredForEach)
  const limits = { ...textLimits, gathered }
  const few = await gatherFew(db, listing, { limits, about: atMost })
  if (few !== null) return few
  const about = await estimate(db, source, conditions)
  const found = await gatherFew(db, listing, { limits, about })
  if (found !== null) return found
  const met = await walk(db, { ...listing, page }, maxPassed)
  if (met.length < limit) return gather(db, listing, { ...limits, gathered: null })
  const total = Math.max(about, (page - 1) * limit + met.length)
  const pages = pagesOf(total, listing, limits)
  return { ids: met.slice(0, limit), total, totalIsExact: false, page, pages }
}

const totals = openCountMemory<number>()

/**
 * By filters, and of artists also by words: the total is always counted. PostgreSQL chooses how to read the page: even a
 * walk along all of an index costs less than a tenth of a second.
 * @param listing `key` is the same for the same conditions; `hasWords`: some of them are tested on the rows themselves.
 */
export async function findCountedPage(
  db: Db,
  listing: Listing & { key: string; hasWords: boolean },
): Promise<FoundPage> {
  const { source, conditions, key, limit, hasWords } = listing
  const limits = { ...filterLimits, ...(hasWords && { gathered: textLimits.gathered }) }
  let total = await totals.recall(db, key)
  if (total === undefined) {
    const about = await estimate(db, source, conditions)
    const few = await gatherFew(db, listing, { limits, about })
    if (few !== null) return few
    total = await totals.count(db, { key, about, count: () => countMatches(db, listing) })
  }
  if (total === 0) return emptyPage
  const pages = pagesOf(total, listing, limits)
  const page = Math.min(listing.page, pages)
  const ids = await walk(db, { ...listing, page }, null)
  return { ids: ids.slice(0, limit), total, totalIsExact: true, page, pages }
}

function pagesOf(total: number, { limit }: Listing, { shown }: Pick<Limits, 'shown'>): number {
  return Math.ceil(Math.min(total, shown) / limit)
}

/** How many rows meet the conditions, as PostgreSQL's statistics say. */
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

/** Null if there are more than are gathered at once. */
async function gatherFew(
  db: Db,
  listing: Listing,
  { limits, about }: { limits: Limits; about: number },
): Promise<FoundPage | null> {
  if (about > limits.gathered) return null
  const found = await gather(db, listing, limits)
  return found.total > limits.gathered ? null : found
}

/** Of all matches, or of one more than `gathered`. A page beyond the end is the last one. */
async function gather(
  db: Db,
  listing: Listing,
  { gathered, shown }: { gathered: number | null; shown: number },
): Promise<FoundPage> {
  const { source, conditions, order, page, limit } = listing
  const { rows } = await sql<{ total: number; page: number; ids: string[] }>`
    with found as materialized (
      select ${source.sortColumns} from ${source.table} where ${allOf(conditions)}
      limit ${gathered === null ? null : gathered + 1}
    ), counted as (
      select count(*)::integer as total,
        greatest(1, least(${page}, ceil(least(count(*), ${shown}) / ${limit}::numeric)))::integer as page
      from found
    )
    select total, page, array(
      select ${source.id} from found order by ${order} limit ${limit} offset (page - 1) * ${limit}
    ) as ids
    from counted
  `.execute(db)
  const found = rows[0] ?? emptyPage
  return { ...found, totalIsExact: true, pages: pagesOf(found.total, listing, { shown }) }
}

/** The ids of a page and, if there is one, of the next row. */
async function walk(
  db: Db,
  { source, conditions, order, page, limit }: Listing,
  max: number | null,
): Promise<string[]> {
  const rowsPassed =
    max === null
      ? source.table
      : sql`(select * from ${source.table} order by ${order} limit ${max}) passed`
  const { rows } = await sql<{ id: string }>`
    select ${source.id} as id from ${rowsPassed} where ${allOf(conditions)}
    order by ${order} limit ${limit + 1} offset ${(page - 1) * limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
