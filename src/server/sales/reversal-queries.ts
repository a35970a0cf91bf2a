// The reversals of an artist's sales, as the artist reads them.

import { sql } from 'kysely'
import type { ReversalList } from '#contracts/reversals.ts'
import { maxShownReversals, openReversalStatuses } from '#rules/payments/reversal-process.ts'
import type { Db } from '#server/db/client.ts'
import { findOwedPence } from '#server/payments/debt-notices.ts'

/** Titles of what a transfer is for. */
const titlesOf = (transferId: ReturnType<typeof sql.ref>) => sql<string[]>`array(
  select coalesce(order_lines.title, commissions.name)
  from transfers
  join sales on sales.payment_id = transfers.payment_id and sales.artist_id = transfers.artist_id
  left join order_lines on order_lines.id = sales.order_line_id
  left join commissions on commissions.id = sales.commission_id
  where transfers.id = ${transferId}
  order by 1
)`

export async function findReversals(db: Db, artistId: string): Promise<ReversalList> {
  const isOpen = sql<boolean>`status in (${sql.join(openReversalStatuses.map((one) => sql.lit(one)))})`
  const rows = await db
    .selectFrom('reversals')
    .select(['id', 'cause_kind', 'status', 'amount_pence', 'netted_pence', 'created_at'])
    .select([titlesOf(sql.ref('reversals.transfer_id')).as('titles'), isOpen.as('is_open')])
    .where('artist_id', '=', artistId)
    .orderBy('is_open', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxShownReversals)
    .execute()
  const nettings = await findNettings(
    db,
    rows.map(({ id }) => id),
  )
  return {
    owedPence: await findOwedPence(db, artistId),
    reversals: rows.map((row) => ({
      id: row.id,
      titles: row.titles,
      cause: row.cause_kind,
      status: row.status,
      pence: row.amount_pence,
      leftPence: row.is_open ? row.amount_pence - row.netted_pence : 0,
      createdAt: row.created_at.toISOString(),
      nettings: (nettings.get(row.id) ?? []).map(({ titles, amount_pence: pence, created_at }) => ({
        titles,
        pence,
        at: created_at.toISOString(),
      })),
    })),
  }
}

async function findNettings(db: Db, reversalIds: string[]) {
  if (reversalIds.length === 0) return new Map<string, never[]>()
  const rows = await db
    .selectFrom('nettings')
    .select(['reversal_id', 'amount_pence', 'created_at'])
    .select(titlesOf(sql.ref('nettings.transfer_id')).as('titles'))
    .where('reversal_id', 'in', reversalIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ reversal_id }) => reversal_id)
}
