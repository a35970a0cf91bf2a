// What the platform keeps of artists' sales, as admins see it.

import { sql, type SqlBool } from 'kysely'
import type { ArtistMargin } from '#contracts/admin/margins.ts'
import { adminPageSize } from '#rules/admin/admin-search.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { pageAt } from '#server/db/paging.ts'

type Row = {
  artist_id: string
  name: string
  sales: number
  fee_pence: number
  card_fee_pence: number
  account_fee_pence: number
}

const shownMonths = 3

const isShown = (now: Date) =>
  sql<SqlBool>`month > (${now}::timestamptz at time zone 'UTC')::date - make_interval(months => ${shownMonths})`

/** Of one artist; null for whoever has sold nothing in these months, and costs nothing. */
export async function findKept(
  db: Db,
  { artistId, now }: { artistId: string; now: Date },
): Promise<number | null> {
  const { kept } = await db
    .selectFrom('artist_months')
    .select(sql<number | null>`sum(fee_pence - card_fee_pence - account_fee_pence)::int`.as('kept'))
    .where('artist_id', '=', artistId)
    .where(isShown(now))
    .executeTakeFirstOrThrow()
  return kept
}

/** Those that bring least first. */
export async function findMargins(db: Db, { page, now }: { page: number; now: Date }) {
  const months = sql`
    select artist_id, sum(sales)::int as sales, sum(fee_pence)::int as fee_pence,
      sum(card_fee_pence)::int as card_fee_pence, sum(account_fee_pence)::int as account_fee_pence,
      sum(fee_pence - card_fee_pence - account_fee_pence)::int as kept_pence
    from artist_months
    where ${isShown(now)}
    group by artist_id`
  const { rows: counts } = await sql<{ total: number; losing: number }>`
    select count(*)::int as total, count(*) filter (where kept_pence < 0)::int as losing
    from (${months}) as counted
  `.execute(db)
  const { total = 0, losing = 0 } = counts[0] ?? {}
  const { paging, offset } = pageAt({ page, total, size: adminPageSize })
  const { rows } = await sql<Row>`
    select kept.*, ${nameOf()} as name
    from (${months}) as kept join users on users.id = kept.artist_id
    order by kept_pence, artist_id
    limit ${adminPageSize} offset ${offset}
  `.execute(db)
  return { margins: rows.map(present), total, losing, ...paging }
}

function present(row: Row): ArtistMargin {
  const { fee_pence: feePence, card_fee_pence: cardFeePence } = row
  const { account_fee_pence: accountFeePence } = row
  return {
    artist: { id: row.artist_id, name: row.name },
    sales: row.sales,
    feePence,
    cardFeePence,
    accountFeePence,
    keptPence: feePence - cardFeePence - accountFeePence,
  }
}
