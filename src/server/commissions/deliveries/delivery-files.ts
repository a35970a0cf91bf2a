// Where the files of a delivery are, and which of them are removed.

import { sql, type SqlBool } from 'kysely'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { previewKeyOf } from '#server/uploads/upload-files.ts'
import type { DeliveryDeps } from './delivery-intake.ts'

export type DeliveryFiles = {
  id: string
  storage_key: string
  unfinished_file: string | null
  guide_key: string | null
  guide_unfinished_file: string | null
}

const fileColumns = [
  'id',
  'storage_key',
  'unfinished_file',
  'guide_key',
  'guide_unfinished_file',
] as const

/** Also succeeds when some are gone. The sweep finds what a crash leaves. */
export async function removeDeliveryFiles(
  storage: Storage,
  { id, ...delivery }: DeliveryFiles,
): Promise<void> {
  const { storage_key: key, guide_key: guideKey } = delivery
  const { unfinished_file: file, guide_unfinished_file: guide } = delivery
  if (file !== null) await storage.unfinished.abandon(key, file)
  await storage.remove(previewKeyOf(id))
  await storage.remove(key)
  if (guideKey === null) return
  if (guide !== null) await storage.unfinished.abandon(guideKey, guide)
  await storage.remove(guideKey)
}

const batchSize = 100
const cancelled: CommissionStatus = 'cancelled'

/** First the rows, then the files: what is played at this moment is read to its end. */
export async function removeOldFiles(
  { db, storage, clock, spans }: DeliveryDeps,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const endedBefore = new Date(now.getTime() - spans.cancelledFileDays * 24 * 60 * 60_000)
  let removed = batchSize
  while (removed === batchSize && !signal.aborted) {
    const rows = await db
      .updateTable('commission_deliveries')
      .set({ files_removed_at: now })
      .where(
        sql<SqlBool>`id in (
          select delivery.id from commission_deliveries as delivery
          join commissions on commissions.id = delivery.commission_id
          where delivery.files_removed_at is null and delivery.status = 'ready'
            and commissions.status = ${cancelled} and commissions.ended_at < ${endedBefore}
          limit ${batchSize}
        )`,
      )
      .returning(fileColumns)
      .execute()
    for (const delivery of rows) await removeDeliveryFiles(storage, delivery)
    removed = rows.length
  }
}
