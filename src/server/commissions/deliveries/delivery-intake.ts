// A delivery whose bytes are all there, however they came: as a form, or in several requests.

import { audioContainers } from '#rules/music/audio-formats.ts'
import type { FastifyBaseLogger } from 'fastify'
import { refusalOfStep } from '#rules/commissions/commission-process.ts'
import { deliveryProcess } from '#rules/commissions/delivery-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { deliveryLimits } from '#rules/commissions/commission-limits.ts'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'
import { lockAccount } from '#server/accounts/account-lock.ts'
import type { Db } from '#server/db/client.ts'
import { countUserAction } from '#server/db/count-attempts.ts'
import {
  inTransaction,
  reaching,
  type Committing,
} from '#server/clock-and-failpoints/failpoints.ts'
import { sniffAudio, sniffedBytes } from '#server/gateways/audio/sniff-audio.ts'
import { readHead } from '#server/gateways/storage/read-head.ts'
import { FileTooLarge, StorageFull, type Storage } from '#server/gateways/storage/storage.ts'
import { refuseWithoutSpace } from '#server/uploads/upload-admission.ts'
import { fileNameOf } from '#server/uploads/upload-commands.ts'
import { originalKeyOf } from '#server/uploads/upload-files.ts'
import { findPartyState } from '../commission-queries.ts'
import { queuePreparation } from '../queued-preparation.ts'
import { takeStep, type CommissionDeps } from '../take-step.ts'

export type DeliveryDeps = CommissionDeps & Committing & { storage: Storage }

type OwnDelivery = { id: string; commissionId: string; artistId: string }

type Form = OwnDelivery & {
  /** Undefined when the form gave the file no name. */
  fileName: string | undefined
  body: AsyncIterable<Uint8Array>
}

/**
 * A refusal or failure leaves neither file nor row.
 * @throws Refusal not_found, those of the step, delivery_in_preparation, too_many_deliveries, delivery_not_audio,
 * upload_file_missing, upload_too_large, storage_full; login_required, banned; and the errors of the body
 */
export async function receiveDelivery(
  { log, forms, ...deps }: DeliveryDeps & { log: FastifyBaseLogger; forms: DeliveryForms },
  form: Form,
): Promise<void> {
  const { db } = deps
  await refuseUnlessAwaited(db, deps, form)
  await forms.oneAtATime(form.commissionId, async (promisedBytes) => {
    await refuseWithoutSpace(deps, promisedBytes)
    await storeDelivery({ log, ...deps }, form)
  })
}

export type DeliveryForms = ReturnType<typeof openDeliveryForms>

/**
 * Forms that are being received, in this process; all other deliveries have a row. Without that, an artist's many forms
 * at once would fill the storage before all but one are refused.
 */
export function openDeliveryForms() {
  const arriving = new Set<string>()
  return {
    /**
     * `receive` gets the bytes that all of these can still take.
     * @throws Refusal delivery_in_preparation, and the errors of `receive`
     */
    async oneAtATime(
      commissionId: string,
      receive: (promisedBytes: number) => Promise<void>,
    ): Promise<void> {
      if (arriving.has(commissionId)) throw new Refusal('delivery_in_preparation')
      arriving.add(commissionId)
      try {
        await receive(arriving.size * maxUploadBytes)
      } finally {
        arriving.delete(commissionId)
      }
    },
  }
}

async function storeDelivery(
  { log, ...deps }: DeliveryDeps & { log: FastifyBaseLogger },
  { fileName: sentName, body, ...own }: Form,
): Promise<void> {
  const { storage } = deps
  const fileName = fileNameOf(sentName)
  const { head, whole } = await readHead(body, sniffedBytes)
  if (head.length === 0) throw new Refusal('upload_file_missing')
  const container = sniffAudio(head)
  if (container === null) throw new Refusal('delivery_not_audio')
  const storageKey = originalKeyOf(own.id)
  const { contentType } = audioContainers[container]
  const stored = await reaching(deps.failpoints, 'upload.store', () =>
    storage.put(storageKey, whole, { maxBytes: maxUploadBytes, contentType }),
  ).catch((error: unknown) => {
    if (error instanceof FileTooLarge) throw new Refusal('upload_too_large')
    if (error instanceof StorageFull) throw new Refusal('storage_full', { cause: error })
    throw error
  })
  try {
    await inTransaction(deps, 'upload.commit', async (tx) => {
      await lockAccount(tx, own.artistId)
      await countDelivery(tx, own.artistId)
      await takeWholeDelivery(tx, deps, {
        ...own,
        ...stored,
        fileName,
        storageKey,
        container,
        unfinishedFile: null,
        guideId: await findWaitingGuide(tx, own.commissionId),
      })
    })
  } catch (error) {
    await removeUnlessTaken(deps, { id: own.id, storageKey }).catch((cause: unknown) =>
      log.error(
        { err: cause, deliveryId: own.id },
        'a delivery without a row stays until the sweep',
      ),
    )
    throw error
  }
}

/** A form has one file: the guide with it has arrived before, in several requests. */
async function findWaitingGuide(tx: Db, commissionId: string): Promise<string | null> {
  const guide = await tx
    .selectFrom('uploads')
    .select('id')
    .where('commission_id', '=', commissionId)
    .where('purpose', '=', 'guide')
    .executeTakeFirst()
  return guide?.id ?? null
}

/** The transaction may have been committed although its end was not seen. */
async function removeUnlessTaken(
  { db, storage }: Pick<DeliveryDeps, 'db' | 'storage'>,
  { id, storageKey }: { id: string; storageKey: string },
): Promise<void> {
  const row = await db
    .selectFrom('commission_deliveries')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) await storage.remove(storageKey)
}

/** @throws Refusal too_many_deliveries */
export function countDelivery(tx: Db, artistId: string): Promise<void> {
  const refusal = 'too_many_deliveries'
  return countUserAction(tx, {
    kind: 'deliveries',
    userId: artistId,
    limits: deliveryLimits,
    refusal,
  })
}

/**
 * Of a commission of this artist; another delivery may not be on its way.
 * @throws Refusal not_found, those of the step, delivery_in_preparation
 */
export async function refuseUnlessAwaited(
  tx: Db,
  deps: CommissionDeps,
  { commissionId, artistId }: Omit<OwnDelivery, 'id'>,
): Promise<void> {
  const party = { id: commissionId, userId: artistId, as: 'artist' } as const
  const { state } = await findPartyState(tx, deps, party)
  const asked = { step: 'upload', actor: 'artist', now: deps.clock.now() } as const
  const refusal = refusalOfStep(state, asked)
  if (refusal !== null) throw new Refusal(refusal)
  if (await isArriving(tx, commissionId)) throw new Refusal('delivery_in_preparation')
}

async function isArriving(tx: Db, commissionId: string): Promise<boolean> {
  const arriving = await tx
    .selectFrom('uploads')
    .select('id')
    .where('commission_id', '=', commissionId)
    .where('purpose', '=', 'delivery')
    .executeTakeFirst()
  return arriving !== undefined
}

type WholeDelivery = OwnDelivery & {
  fileName: string
  storageKey: string
  container: string
  bytes: number
  /** Null where the file is not put together yet. */
  sha256: string | null
  unfinishedFile: string | null
  /** An upload of the purpose `guide` that is whole; one that is not there any more is left out. */
  guideId: string | null
}

/**
 * In the transaction that records the last byte, whose time is the delivery's own. The caller has locked the account, and
 * ends the upload that the bytes came by.
 * @throws Refusal not_found, those of the step, delivery_in_preparation
 */
export async function takeWholeDelivery(
  tx: Db,
  deps: CommissionDeps,
  { id, commissionId, artistId, guideId, ...file }: WholeDelivery,
): Promise<void> {
  await findPartyState(tx, deps, { id: commissionId, userId: artistId, as: 'artist' })
  const by = { actor: 'artist', actorId: artistId } as const
  const now = deps.clock.now()
  await takeStep(tx, asOf(deps, now), { id: commissionId, step: 'upload', ...by })
  if (await isArriving(tx, commissionId)) throw new Refusal('delivery_in_preparation')
  await tx
    .insertInto('commission_deliveries')
    .values((eb) => ({
      id,
      commission_id: commissionId,
      number: eb
        .selectFrom('commission_deliveries')
        .select((count) => count(count.fn.countAll<number>(), '+', 1).as('number'))
        .where('commission_id', '=', commissionId)
        .where('status', '=', deliveryProcess.steps.prepare.to),
      status: deliveryProcess.start,
      file_name: file.fileName,
      storage_key: file.storageKey,
      bytes: file.bytes,
      unfinished_file: file.unfinishedFile,
      sha256: file.sha256,
      container: file.container,
      created_at: now,
      arrived_at: now,
    }))
    .execute()
  if (guideId !== null) await takeGuide(tx, { id, guideId, commissionId })
  await queuePreparation(tx, id)
}

/** Steps that are taken as of the last byte. */
export function asOf({ spans }: CommissionDeps, moment: Date): CommissionDeps {
  return { spans, clock: { now: () => moment } }
}

/** The row of the guide's upload ends; its file belongs to the delivery. */
async function takeGuide(
  tx: Db,
  { id, guideId, commissionId }: { id: string; guideId: string; commissionId: string },
): Promise<void> {
  const guide = await tx
    .deleteFrom('uploads')
    .where('id', '=', guideId)
    .where('commission_id', '=', commissionId)
    .where('purpose', '=', 'guide')
    .whereRef('bytes_received', '=', 'bytes')
    .returning(['storage_key', 'file_name', 'container', 'bytes', 'unfinished_file'])
    .executeTakeFirst()
  if (!guide) return
  await tx
    .updateTable('commission_deliveries')
    .set({
      guide_key: guide.storage_key,
      guide_name: guide.file_name,
      guide_container: guide.container,
      guide_bytes: guide.bytes,
      guide_unfinished_file: guide.unfinished_file,
    })
    .where('id', '=', id)
    .execute()
}
