// Deliveries wait in the queue until they are prepared, and wait anew when a frozen commission goes on.

import { deliveryProcess } from '#rules/commissions/delivery-process.ts'
import type { Db } from '#server/db/client.ts'
import { addJob } from '#server/jobs/add-job.ts'

/** The key of a delivery's job in the queue. */
export const prepareDeliveryKey = (deliveryId: string) => `prepare_delivery:${deliveryId}`

/** Before other recordings: while it is prepared, neither party can act. */
export async function queuePreparation(tx: Db, deliveryId: string): Promise<void> {
  const job = { key: prepareDeliveryKey(deliveryId), queue: 'audio', priority: -1, maxAttempts: 4 }
  await addJob(tx, 'prepare_delivery', { deliveryId }, job)
}

/**
 * In the transaction that lets a frozen commission go on. What had arrived before counts as arriving now: it is prepared
 * before anybody can end the work, and its customer has all the days to answer.
 */
export async function resumePreparation(
  tx: Db,
  { commissionId, now }: { commissionId: string; now: Date },
): Promise<void> {
  const waiting = await tx
    .updateTable('commission_deliveries')
    .set({ arrived_at: now })
    .where('commission_id', '=', commissionId)
    .where('status', '=', deliveryProcess.start)
    .returning('id')
    .executeTakeFirst()
  if (waiting) await queuePreparation(tx, waiting.id)
}
