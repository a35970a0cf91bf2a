import { deliveryProcess } from '#rules/commissions/delivery-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'

/**
 * What a party says is about the delivery that it has heard, which must still be the newest one.
 * @throws Refusal not_found, delivery_replaced
 */
export async function findHeardDelivery(
  tx: Db,
  { commissionId, deliveryId }: { commissionId: string; deliveryId: string },
) {
  const deliveries = await findReadyDeliveries(tx, commissionId)
  const heard = deliveries.find(({ id }) => id === deliveryId)
  if (!heard) throw new Refusal('not_found')
  if (deliveries[0]?.id !== deliveryId) throw new Refusal('delivery_replaced')
  return heard
}

/** The newest one first. */
export function findReadyDeliveries(tx: Db, commissionId: string) {
  return tx
    .selectFrom('commission_deliveries')
    .select(['id', 'preview_start_ms', 'preview_ms'])
    .where('commission_id', '=', commissionId)
    .where('status', '=', deliveryProcess.steps.prepare.to)
    .orderBy('number', 'desc')
    .execute()
}
