// Makes a rendition: renders the original in a confined process, stores it under a key of its own, and tells who asked.

import {
  type RenditionFormat,
  audioContainers,
  isAudioContainer,
} from '#rules/music/audio-formats.ts'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Updateable } from 'kysely'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import { renditionProcess } from '#rules/orders/rendition-process.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import { publish } from '#server/events/site-events.ts'
import type { AudioRenderer } from '#server/gateways/audio/renditions/render-audio.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { withWorkFolder } from '#server/gateways/storage/work-folders.ts'

export type RenditionDeps = { db: Db; storage: Storage; renderer: AudioRenderer }
/** `trackId` is that of the track or of the commission. */
export type Rendition = { trackId: string; format: RenditionFormat }

/** WAV of two channels, 16 bits and 48 kHz, which an MP3 never reaches. */
const maxBytesPerMs = 192

/** The largest size of a rendition, with a header and some milliseconds more than were measured. */
export function maxRenditionBytes(durationMs: number): number {
  return (durationMs + 1_000) * maxBytesPerMs
}

/** Null if nobody waits for it any more. */
export function findWaitingRendition(db: Db, { trackId, format }: Rendition) {
  return (
    db
      .selectFrom('renditions')
      .innerJoin('owned_recordings', 'owned_recordings.id', 'recording_id')
      .select(['original_key', 'original_container', 'duration_ms'])
      .select(['loudness_lufs', 'sample_rate_hz'])
      .where('recording_id', '=', trackId)
      .where('format', '=', format)
      .where('status', '=', renditionProcess.start)
      // Its owners all own the same file.
      .limit(1)
      .executeTakeFirst()
  )
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaitingRendition>>>

/** @throws AudioRefused, StorageFull; either way nothing is stored */
export async function makeRendition(
  { db, storage, renderer }: RenditionDeps,
  rendition: Rendition,
  original: Waiting,
  signal: AbortSignal,
): Promise<void> {
  const { format } = rendition
  const { contentType, endings } = audioContainers[format]
  const [extension] = endings
  const { original_container: container } = original
  if (!isAudioContainer(container)) throw new Error(`Unknown audio container ${container}.`)
  await withWorkFolder(async (outDir) => {
    const rendered = await storage.withLocalFile(original.original_key, (path) =>
      renderer.render({
        path,
        container,
        format,
        loudnessLufs: original.loudness_lufs,
        sampleRateHz: original.sample_rate_hz,
        outDir,
        signal,
      }),
    )
    const { size: maxBytes } = await stat(rendered)
    const key = `renditions/${randomUUID()}.${extension}`
    signal.throwIfAborted()
    const stored = await storage.put(key, createReadStream(rendered), { maxBytes, contentType })
    try {
      const changes = { storage_key: key, bytes: String(stored.bytes), sha256: stored.sha256 }
      const isMoved = await endWaiting(db, rendition, 'finish', {
        ...changes,
        used_at: new Date(),
      })
      if (!isMoved) await storage.remove(key)
    } catch (error) {
      // The transaction may have been committed although its end was not seen. Without a row, the sweep removes the file.
      await removeUnlessReferenced({ db, storage }, key).catch(() => undefined)
      throw error
    }
  })
}

async function removeUnlessReferenced(
  { db, storage }: Pick<RenditionDeps, 'db' | 'storage'>,
  key: string,
): Promise<void> {
  const row = await db
    .selectFrom('renditions')
    .select('recording_id')
    .where('storage_key', '=', key)
    .executeTakeFirst()
  if (!row) await storage.remove(key)
}

export async function refuseRendition(
  db: Db,
  rendition: Rendition,
  code: RefusalCode,
): Promise<void> {
  await endWaiting(db, rendition, 'refuse', { refusal_code: code })
}

/** Takes the step, and tells those who wait for the rendition. Returns false if nobody waits any more. */
async function endWaiting(
  db: Db,
  { trackId, format }: Rendition,
  step: 'finish' | 'refuse',
  changes: Updateable<Tables['renditions']>,
): Promise<boolean> {
  const key = { recording_id: trackId, format }
  return db.transaction().execute(async (tx) => {
    const ended = { step, changes: { ...changes, finished_at: new Date() } }
    if (!(await move(tx, 'renditions', renditionProcess, { ...key, ...ended }))) return false
    const { requested_by: requestedBy, bought_by: boughtBy } = await tx
      .selectFrom('renditions')
      .select(['requested_by', 'bought_by'])
      .where((row) => row.and(key))
      .executeTakeFirstOrThrow()
    for (const userId of new Set([...requestedBy, ...boughtBy])) {
      await publish(tx, { name: 'renditionChanged', trackId, userId })
    }
    return true
  })
}
