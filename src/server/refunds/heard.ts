// What a customer has heard of a bought track.

import type { Heard } from '#rules/orders/refund-request.ts'
import type { Db } from '#server/db/client.ts'

type HeardOfLine = Heard & { plays: number }

export async function findHeard(db: Db, orderLineId: string): Promise<HeardOfLine> {
  const heard = (await findHeardOf(db, [orderLineId])).get(orderLineId)
  if (!heard) throw new Error(`The line ${orderLineId} was not sold.`)
  return heard
}

/** By the id of the line. Downloads since the purchase: the track may have been bought, and given back, before. */
export async function findHeardOf(
  db: Db,
  orderLineIds: string[],
): Promise<Map<string, HeardOfLine>> {
  if (orderLineIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('sales', 'sales.order_line_id', 'order_lines.id')
    .leftJoin('entitlements', 'entitlements.order_line_id', 'order_lines.id')
    .select((eb) => [
      'order_lines.id',
      'plays',
      'whole_plays',
      eb
        .selectFrom('downloads')
        .whereRef('downloads.user_id', '=', 'orders.customer_id')
        .whereRef('downloads.track_id', '=', 'order_lines.track_id')
        .whereRef('downloaded_at', '>=', 'sales.paid_at')
        .select((download) => download.fn.countAll<string>().as('count'))
        .as('downloads'),
    ])
    .where('order_lines.id', 'in', orderLineIds)
    .execute()
  return new Map(
    rows.map(({ id, downloads, plays, whole_plays: wholePlays }) => [
      id,
      { downloads: Number(downloads ?? 0), plays: plays ?? 0, wholePlays: wholePlays ?? 0 },
    ]),
  )
}
