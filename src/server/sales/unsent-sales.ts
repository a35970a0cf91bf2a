// Sales that are owed: what became of their transfers.

import { sql, type RawBuilder } from 'kysely'
import { saleProcess, type UnsentState } from '#rules/sales/sale-process.ts'
import type { SalesFilter } from '#rules/sales/sales-search.ts'
import type { Db } from '#server/db/client.ts'
import { isStoppedBy } from '#server/payments/found-problems.ts'
import {
  isArtistStopped,
  transferState,
  withAccountAndHold,
} from '#server/payments/transfer-problems.ts'
import { inMonths, kindsOf } from './sale-filters.ts'

/** For a query of sales: joins what decides about the transfer. A sale has none while it is held, and never if it is free. */
export const withTransfer = sql`
  left join transfers on transfers.payment_id = sales.payment_id and transfers.artist_id = sales.artist_id
    and not transfers.is_again
    and sales.status in (${sql.lit(saleProcess.steps.release.to)}, ${sql.lit(saleProcess.steps.transfer.to)})
  ${withAccountAndHold(sql.ref('transfers.artist_id'))}`

/** One that waits has a sentence for its artist: `problemOfTransfer` (server/payments/transfer-problems.ts). */
export const unsentState: RawBuilder<UnsentState> = sql<UnsentState>`case ${transferState}
  when 'owed' then 'owed'
  when 'on_its_way' then 'on_its_way'
  else 'waiting'
end`

/** Those of the filter's month and kind. */
export function unsentSales(artistId: string, filter: SalesFilter): RawBuilder<unknown> {
  const month = filter.month ?? null
  return sql`
    select sales.*, ${unsentState} as state
    from sales ${withTransfer}
    where sales.artist_id = ${artistId}
      and sales.kind = any(${[...kindsOf(filter)]})
      and sales.status = ${sql.lit(saleProcess.steps.release.to)}
      and ${inMonths({ from: month, to: month })}`
}

/**
 * Whether nothing at all can be sent to the artist now, so that every sale that is owed waits. Sales go on while an admin
 * holds transfers: there may be very many, which the sums know without reading any.
 */
export async function doAllWait(db: Db, artistId: string): Promise<boolean> {
  // An unbalanced ledger stops the transfers of every payment, also of none.
  const isEveryoneStopped = isStoppedBy(sql<string>`null::uuid`)
  const { rows } = await sql<{ doAllWait: boolean }>`
    select ${isArtistStopped} or ${isEveryoneStopped} as "doAllWait"
    from users ${withAccountAndHold(sql.ref('users.id'))}
    where users.id = ${artistId}
  `.execute(db)
  return rows.some((row) => row.doAllWait)
}
