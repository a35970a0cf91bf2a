// Deliveries, and the sung guides with them, that arrive in several requests. Until its last byte each is an upload.

import { z } from 'zod'
import { Refusal } from '#rules/errors/refusal.ts'
import { uploadProcess, type UploadPurpose } from '#rules/uploads/upload-process.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import type { AnnouncedFile, Reception } from '#server/uploads/resumable/reception.ts'
import { refuseWithoutSpace } from '#server/uploads/upload-admission.ts'
import { fileNameOf } from '#server/uploads/upload-commands.ts'
import {
  originalKeyOf,
  removeUploadFiles,
  uploadFileColumns,
} from '#server/uploads/upload-files.ts'
import type { OwnUpload } from '#server/uploads/upload-queries.ts'
import { lockCommission } from '../commission-state.ts'
import { commissionChanged } from '../take-step.ts'
import {
  countDelivery,
  refuseUnlessAwaited,
  takeWholeDelivery,
  type DeliveryDeps,
} from './delivery-intake.ts'

export function deliveryReception(deps: DeliveryDeps, commissionId: string): Reception {
  const { db } = deps
  return {
    create: (file) => announce(deps, commissionId, file),
    find: (own) => findReceived(db, commissionId, own),

    async refuseFormat({ artistId, ...upload }) {
      await removeArriving(deps, commissionId, { id: upload.id, artistId })
      throw new Refusal('delivery_not_audio')
    },

    // In the order of all locks: a party may act on the commission now.
    async lockForLastByte(tx, { artistId }) {
      await lockAccount(tx, artistId)
      await lockCommission(tx, commissionId)
    },

    async takeWhole(tx, own) {
      await takeWhole(tx, deps, { ...own, commissionId })
      await deps.failpoints.reach('before upload.commit')
    },

    tookWhole: () => deps.failpoints.reach('after upload.commit'),
    refuseWhole: (own) => removeArriving(deps, commissionId, own),
    remove: (own) => removeArriving(deps, commissionId, own),
  }
}

const metadataSchema = z.object({
  kind: z.literal('guide').or(z.literal('recording')).catch('recording'),
  guide: z.uuid().nullable().catch(null),
})

/** A new guide takes the place of one that no delivery came for. */
async function announce(
  deps: DeliveryDeps,
  commissionId: string,
  { id, artistId, fileName, bytes, metadata }: AnnouncedFile,
): Promise<void> {
  const name = fileNameOf(fileName)
  if (bytes === 0) throw new Refusal('upload_file_missing')
  const { kind, guide } = metadataSchema.parse(metadata)
  const purpose: UploadPurpose = kind === 'guide' ? 'guide' : 'delivery'
  const replaced = await deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, artistId)
    const commission = await lockCommission(tx, commissionId)
    await refuseUnlessAwaited(tx, deps, { commissionId, artistId })
    await countDelivery(tx, artistId)
    await refuseWithoutSpace({ ...deps, db: tx }, bytes)
    const former =
      purpose === 'guide'
        ? await tx
            .deleteFrom('uploads')
            .where('commission_id', '=', commissionId)
            .where('purpose', '=', purpose)
            .returning(uploadFileColumns)
            .executeTakeFirst()
        : undefined
    await tx
      .insertInto('uploads')
      .values((eb) => ({
        id,
        artist_id: artistId,
        file_name: name,
        storage_key: originalKeyOf(id),
        bytes,
        status: uploadProcess.start,
        purpose,
        commission_id: commissionId,
        guide_id:
          purpose === 'guide' || guide === null
            ? null
            : eb
                .selectFrom('uploads')
                .select('id')
                .where('id', '=', guide)
                .where('commission_id', '=', commissionId)
                .where('purpose', '=', 'guide'),
      }))
      .execute()
    await publish(tx, commissionChanged(commission))
    return former
  })
  if (replaced) await removeUploadFiles(deps.storage, replaced)
}

/** Not after its last byte: the commission says what becomes of a delivery. */
async function findReceived(db: Db, commissionId: string, { id, artistId }: OwnUpload) {
  const arriving = await db
    .selectFrom('uploads')
    .select(['bytes', 'bytes_received as received', 'file_name as fileName'])
    .where('id', '=', id)
    .where('artist_id', '=', artistId)
    .where('commission_id', '=', commissionId)
    .executeTakeFirst()
  if (!arriving) throw new Refusal('not_found')
  return { ...arriving, bytes: Number(arriving.bytes) }
}

/** A guide waits for its recording. */
async function takeWhole(
  tx: Db,
  deps: DeliveryDeps,
  { id, artistId, commissionId }: OwnUpload & { commissionId: string },
): Promise<void> {
  const upload = await tx
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('purpose', '=', 'delivery')
    .returningAll()
    .executeTakeFirst()
  if (!upload) return
  const { container } = upload
  if (container === null) throw new Error(`The delivery ${id} was never identified.`)
  await takeWholeDelivery(tx, deps, {
    id,
    commissionId,
    artistId,
    container,
    fileName: upload.file_name,
    storageKey: upload.storage_key,
    bytes: Number(upload.bytes),
    sha256: null,
    unfinishedFile: upload.unfinished_file,
    guideId: upload.guide_id,
  })
}

/** @throws Refusal not_found */
async function removeArriving(
  { db, storage }: DeliveryDeps,
  commissionId: string,
  { id, artistId }: OwnUpload,
): Promise<void> {
  const removed = await db.transaction().execute(async (tx) => {
    const commission = await lockCommission(tx, commissionId)
    const upload = await tx
      .deleteFrom('uploads')
      .where('id', '=', id)
      .where('artist_id', '=', artistId)
      .where('commission_id', '=', commissionId)
      .returning(uploadFileColumns)
      .executeTakeFirst()
    if (!upload) throw new Refusal('not_found')
    await publish(tx, commissionChanged(commission))
    return upload
  })
  await removeUploadFiles(storage, removed)
}
