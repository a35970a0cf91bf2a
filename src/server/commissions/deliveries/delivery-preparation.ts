// Prepares a delivery: measures the recording and makes its preview. Then the commission is delivered.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Selectable } from 'kysely'
import { approveAtOf } from '#rules/commissions/commission-deadlines.ts'
import type { CommissionStatus } from '#rules/commissions/commission-process.ts'
import { deliveryProcess } from '#rules/commissions/delivery-process.ts'
import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import {
  AudioRefused,
  type AudioEngine,
  type PreparedAudio,
} from '#server/gateways/audio/audio-engine.ts'
import { withWorkFolder } from '#server/gateways/storage/work-folders.ts'
import type { JobRun } from '#server/jobs/job-names.ts'
import { storeAudio } from '#server/uploads/stored-audio.ts'
import { previewKeyOf } from '#server/uploads/upload-files.ts'
import { sha256Of } from '#server/uploads/upload-preparation.ts'
import { tellOfRefusedDelivery } from '../commission-notices.ts'
import { lockCommission } from '../commission-state.ts'
import { commissionChanged, takeStep } from '../take-step.ts'
import { removeDeliveryFiles } from './delivery-files.ts'
import { asOf, type DeliveryDeps } from './delivery-intake.ts'

export type DeliveryRow = Selectable<Tables['commission_deliveries']>
type Preparing = DeliveryDeps & { audio: AudioEngine }

/**
 * Where the commission is frozen nothing is delivered yet: the delivery is prepared again when it goes on.
 * @throws AudioRefused; Refusal of the guide, or when the commission takes no delivery any more. Nothing is delivered then.
 */
export async function prepareDelivery(
  deps: Preparing,
  delivery: DeliveryRow,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { storage, audio } = deps
  await putTogether(deps, delivery)
  const startMs = await findStartBefore(deps.db, delivery)
  await withWorkFolder(async (outDir) => {
    const { storage_key: key } = delivery
    const { sha256, prepared } = await storage.withLocalFile(key, async (path) => ({
      sha256: delivery.sha256 ?? (await sha256Of(path, signal)),
      prepared: await audio.prepareDelivery({ path, outDir, signal, startMs }),
    }))
    await checkGuide(deps, delivery, { outDir, signal })
    const { path } = prepared.preview
    const { size: maxBytes } = await stat(path)
    signal.throwIfAborted()
    const contentType = 'audio/mpeg'
    const previewKey = previewKeyOf(delivery.id)
    await reaching(deps.failpoints, 'preview.store', () =>
      storage.put(previewKey, createReadStream(path), { maxBytes, contentType }),
    )
    const outcome = await deliver(deps, delivery, { sha256, prepared, previewKey })
    // It was refused meanwhile, as after a run that seemed killed: the preview was stored after its files had been removed.
    if (outcome === 'refused') await removeDeliveryFiles(storage, delivery)
  })
}

/** May be repeated after a crash. */
async function putTogether({ storage }: Preparing, delivery: DeliveryRow): Promise<void> {
  const { storage_key: key, unfinished_file: file, bytes } = delivery
  if (file !== null) await storage.unfinished.finish(key, file, Number(bytes))
  const { guide_key: guideKey, guide_unfinished_file: guide, guide_bytes: guideBytes } = delivery
  if (guideKey !== null && guide !== null)
    await storage.unfinished.finish(guideKey, guide, Number(guideBytes))
}

/** After the recording, so that its artist can be told that the recording is good. @throws Refusal of the guide */
async function checkGuide(
  { storage, audio }: Preparing,
  { guide_key: key }: DeliveryRow,
  options: { outDir: string; signal: AbortSignal },
): Promise<void> {
  if (key === null) return
  try {
    await storage.withLocalFile(key, (path) => audio.check({ path, ...options }))
  } catch (error) {
    if (!(error instanceof AudioRefused)) throw error
    throw new Refusal(ofGuides[error.code] ?? 'guide_unplayable', { cause: error })
  }
}

const ofGuides: Partial<Record<RefusalCode, RefusalCode>> = {
  audio_too_short: 'guide_length',
  audio_too_long: 'guide_length',
}

/** The customer compares a preview with the one before it. */
async function findStartBefore(db: Db, delivery: DeliveryRow): Promise<number | null> {
  const before = await db
    .selectFrom('commission_deliveries')
    .select('preview_start_ms')
    .where('commission_id', '=', delivery.commission_id)
    .where('status', '=', deliveryProcess.steps.prepare.to)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.preview_start_ms ?? null
}

type Result = { sha256: string; prepared: PreparedAudio; previewKey: string }

/** `refused`: meanwhile. @throws Refusal of the step */
async function deliver(
  deps: Preparing,
  { id, commission_id: commissionId, arrived_at: arrivedAt }: DeliveryRow,
  { sha256, prepared, previewKey }: Result,
): Promise<'delivered' | 'frozen' | 'refused'> {
  const { startMs, durationMs } = prepared.preview
  return inTransaction(deps, 'deliver.commit', async (tx) => {
    const { artist_id: artistId, frozen_at: frozenAt } = await lockCommission(tx, commissionId)
    if (frozenAt !== null) return 'frozen'
    const readyAt = deps.clock.now()
    const isReady = await move(tx, 'commission_deliveries', deliveryProcess, {
      id,
      step: 'prepare',
      changes: {
        sha256,
        audio: storeAudio(prepared),
        preview_key: previewKey,
        preview_start_ms: startMs,
        preview_ms: durationMs,
        unfinished_file: null,
        guide_unfinished_file: null,
        ready_at: readyAt,
      },
    })
    if (!isReady) return 'refused'
    // The time of the preparation is not the artist's.
    await takeStep(tx, asOf(deps, arrivedAt), {
      id: commissionId,
      step: 'deliver',
      actor: 'artist',
      actorId: artistId,
      changes: ({ paid_at: paidAt }, deliveredAt) => {
        if (paidAt === null) throw new Error(`Commission ${commissionId} was never paid.`)
        const approve_at = approveAtOf({ paidAt, deliveredAt, readyAt }, deps.spans)
        return { delivered_at: deliveredAt, approve_at }
      },
    })
    return 'delivered'
  })
}

/** A delivery can still be made. */
export const inWork: CommissionStatus = 'in_progress'

/** The commission stays as it is. Its artist is told if another recording can be sent. */
export async function refuseDelivery(
  { storage, clock, ...deps }: DeliveryDeps,
  delivery: DeliveryRow,
  code: RefusalCode,
): Promise<void> {
  const { id, commission_id: commissionId } = delivery
  const isRefused = await inTransaction(deps, 'refuse.commit', async (tx) => {
    const commission = await lockCommission(tx, commissionId)
    const changes = { refusal_code: code, files_removed_at: clock.now() }
    const step = 'refuse'
    if (!(await move(tx, 'commission_deliveries', deliveryProcess, { id, step, changes })))
      return false
    await publish(tx, commissionChanged(commission))
    if (commission.status === inWork) await tellOfRefusedDelivery(tx, commission, { id, code })
    return true
  })
  // The sweep removes them after a crash.
  if (isRefused) await removeDeliveryFiles(storage, delivery)
}

/** The reason of a refusal, as it is said of deliveries; null for an unexpected error. */
export function refusalCodeOf(error: unknown): RefusalCode | null {
  if (error instanceof Refusal) return error.code
  if (!(error instanceof AudioRefused)) return null
  return ofDeliveries[error.code] ?? error.code
}

const ofDeliveries: Partial<Record<RefusalCode, RefusalCode>> = {
  audio_not_recognised: 'delivery_not_audio',
  audio_too_short: 'delivery_length',
  audio_too_long: 'delivery_length',
}
