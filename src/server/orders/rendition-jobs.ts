// Background jobs of renditions: making them, and removing unused ones and leftovers.

import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import { unusedRenditionDays } from '#rules/orders/rendition-limits.ts'
import { renditionProcess } from '#rules/orders/rendition-process.ts'
import { AudioRefused } from '#server/gateways/audio/audio-engine.ts'
import { StorageFull } from '#server/gateways/storage/storage.ts'
import { findLiveJobs } from '#server/jobs/add-job.ts'
import type { Jobs } from '#server/jobs/job-names.ts'
import { findInstalledAt, minimumAgeMs } from '#server/uploads/stored-file-sweep.ts'
import {
  findWaitingRendition,
  makeRendition,
  refuseRendition,
  type RenditionDeps,
} from './rendition-making.ts'
import { renditionJobKey } from './rendition-requests.ts'

type Files = Pick<RenditionDeps, 'db' | 'storage'>

export function renditionJobs(deps: RenditionDeps): Jobs {
  return {
    async make_rendition(rendition, { isLastAttempt, signal }) {
      const original = await findWaitingRendition(deps.db, rendition)
      if (!original) return
      try {
        await makeRendition(deps, rendition, original, signal)
      } catch (error) {
        const code = refusalOf(error)
        if (code !== null) return refuseRendition(deps.db, rendition, code)
        if (isLastAttempt) await refuseRendition(deps.db, rendition, 'rendition_failed')
        throw error
      }
    },

    async tidy_renditions(_payload, { log }) {
      await refuseInterrupted(deps)
      await removeUnused(deps)
      await sweepRenditions(deps, log)
    },
  }
}

/** Null for an unexpected error, after which the job is retried. */
function refusalOf(error: unknown): RefusalCode | null {
  if (error instanceof StorageFull) return 'storage_full'
  if (!(error instanceof AudioRefused)) return null
  // On a busy machine the time limit says nothing about the recording.
  return error.code === 'audio_took_too_long' ? 'rendition_failed' : 'rendition_impossible'
}

/** Those whose attempts were all killed: no job would ever finish them. */
async function refuseInterrupted({ db }: Files): Promise<void> {
  const waiting = await db
    .selectFrom('renditions')
    .select(['track_id as trackId', 'format'])
    .where('status', '=', renditionProcess.start)
    .execute()
  const keyOf = (rendition: (typeof waiting)[number]) =>
    renditionJobKey(rendition.trackId, rendition.format)
  const live = await findLiveJobs(db, waiting.map(keyOf))
  for (const rendition of waiting) {
    if (!live.has(keyOf(rendition))) await refuseRendition(db, rendition, 'rendition_failed')
  }
}

/** First the row, then the file: a download that has begun keeps reading it. */
async function removeUnused({ db, storage }: Files): Promise<void> {
  const unusedSince = sql<Date>`now() - make_interval(days => ${unusedRenditionDays})`
  const removed = await db
    .deleteFrom('renditions')
    .where('status', '=', renditionProcess.steps.finish.to)
    .where('used_at', '<', unusedSince)
    .returning('storage_key')
    .execute()
  for (const { storage_key: key } of removed) if (key !== null) await storage.remove(key)
}

/** Files that no row needs: of a job that was killed between storing the file and writing its row. */
async function sweepRenditions({ db, storage }: Files, log: FastifyBaseLogger): Promise<void> {
  const installedAt = await findInstalledAt(db)
  const newestMs = Date.now() - minimumAgeMs
  for await (const { key, writtenAt } of storage.list('renditions')) {
    if (writtenAt.getTime() >= newestMs || writtenAt.getTime() <= installedAt) continue
    const row = await db
      .selectFrom('renditions')
      .select('track_id')
      .where('storage_key', '=', key)
      .executeTakeFirst()
    if (row) continue
    await storage.remove(key)
    log.warn({ key }, 'a rendition that no row needs was removed')
  }
}
