// The list of artists, filtered and sorted: the total from counts that the writes keep, the page from a walk along the
// index of the order, or from collecting and sorting if few artists match.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ArtistQuery } from '#contracts/artists/artists.ts'
import type { ArtistFilters } from '#rules/artists/artist-search.ts'
import type { Db } from '#server/db/client.ts'
import { artistOrders } from './artist-orders.ts'

export type ArtistPage = { ids: string[]; total: number; page: number; pages: number }

/** An artist that is collected and sorted costs as much as this many that a walk passes. */
const collectedCost = 20

export async function listArtists(db: Db, query: ArtistQuery): Promise<ArtistPage> {
  const { matching: total, all } = await countArtists(db, query)
  const pages = Math.ceil(total / query.limit)
  const page = Math.max(1, Math.min(query.page, pages))
  if (total === 0) return { ids: [], total, page, pages }
  const skipped = (page - 1) * query.limit
  const passed = (Math.min(skipped + query.limit, total - skipped) * all) / total
  const ids =
    collectedCost * total < passed
      ? await collect(db, query, skipped)
      : await walk(db, query, { skipped, total })
  return { ids, total, page, pages }
}

async function countArtists(db: Db, filters: ArtistFilters) {
  const { rows } = await sql<{ matching: number; all: number }>`
    select coalesce(sum(artists) filter (
      where ${filtersMatch(filters, sql`online_on`)}
    ), 0)::integer as matching, coalesce(sum(artists), 0)::integer as all
    from artist_counts
  `.execute(db)
  return rows[0] ?? { matching: 0, all: 0 }
}

/** A page in the second half is nearer to the end of the order. */
async function walk(
  db: Db,
  query: ArtistQuery,
  { skipped, total }: { skipped: number; total: number },
): Promise<string[]> {
  const { forwards, backwards } = artistOrders[query.orderBy]
  const rest = total - skipped
  if (skipped <= rest) return idsOf(db, query, { order: forwards, skipped, limit: query.limit })
  const limit = Math.min(query.limit, rest)
  const ids = await idsOf(db, query, { order: backwards, skipped: rest - limit, limit })
  return ids.toReversed()
}

type Part = { order: RawBuilder<unknown>; skipped: number; limit: number }

async function idsOf(db: Db, filters: ArtistFilters, { order, skipped, limit }: Part) {
  const { rows } = await sql<{ artist_id: string }>`
    select artist_id from artists
    where is_listed and ${filtersMatch(filters)}
    order by ${order} limit ${limit} offset ${skipped}
  `.execute(db)
  return rows.map((row) => row.artist_id)
}

async function collect(db: Db, query: ArtistQuery, skipped: number): Promise<string[]> {
  const { columns, forwards } = artistOrders[query.orderBy]
  const { rows } = await sql<{ artist_id: string }>`
    with matching as materialized (
      select ${columns} from artists where is_listed and ${filtersMatch(query)}
    )
    select artist_id from matching order by ${forwards} limit ${query.limit} offset ${skipped}
  `.execute(db)
  return rows.map((row) => row.artist_id)
}

export function hasFilters(filters: ArtistFilters): boolean {
  const { lastOnlineWithin, minCommissions, availableForCommission } = filters
  return [lastOnlineWithin, minCommissions, availableForCommission].some((one) => one !== undefined)
}

/** Days are counted in UTC, today being the first. */
export function filtersMatch(
  { lastOnlineWithin, minCommissions, availableForCommission }: ArtistFilters,
  onlineOn = sql`last_online_on`,
): RawBuilder<SqlBool> {
  const conditions = [
    lastOnlineWithin && sql`${onlineOn} >= ${firstDay(lastOnlineWithin)}::date`,
    minCommissions && sql`commissions >= ${minCommissions}`,
    availableForCommission !== undefined && sql`takes_commissions = ${availableForCommission}`,
  ].filter((condition) => typeof condition === 'object')
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

const dayMs = 24 * 60 * 60_000

function firstDay(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
}
