// Background jobs of renditions: making them, and removing unused ones and leftovers.

import { sql, type SqlBool } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { RefusalCode } from '#rules/errors/refusal.ts'
import { unusedRenditionDays } from '#rules/orders/rendition-limits.ts'
import { renditionProcess } from '#rules/orders/rendition-process.ts'
import type { Db } from '#server/db/client.ts'
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

    async tidy_renditions(_payload, { log, signal }) {
      await refuseInterrupted(deps)
      await removeUnused(deps, signal)
      await sweepRenditions(deps, { log, signal })
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
    .select(['recording_id as trackId', 'format'])
    .where('status', '=', renditionProcess.start)
    .execute()
  const keyOf = (rendition: (typeof waiting)[number]) =>
    renditionJobKey(rendition.trackId, rendition.format)
  const live = await findLiveJobs(db, waiting.map(keyOf))
  for (const rendition of waiting) {
    if (!live.has(keyOf(rendition))) await refuseRendition(db, rendition, 'rendition_failed')
  }
}

/** Rows of one statement, and files that one statement asks for. */
const batchSize = 100

/**
 * First the row, then the file: a download that has begun keeps reading it. A batch is done completely, and the job ends
 * after it when it is told to; the next one goes on.
 */
async function removeUnused({ db, storage }: Files, signal: AbortSignal): Promise<void> {
  const unusedSince = sql<Date>`now() - make_interval(days => ${unusedRenditionDays})`
  let removed = batchSize
  while (removed === batchSize && !signal.aborted) {
    const rows = await db
      .deleteFrom('renditions')
      .where(sql<SqlBool>`(recording_id, format) in (
        select recording_id, format from renditions
        where status = ${renditionProcess.steps.finish.to} and used_at < ${unusedSince}
        limit ${batchSize}
      )`)
      .returning('storage_key')
      .execute()
    for (const { storage_key: key } of rows) if (key !== null) await storage.remove(key)
    removed = rows.length
  }
}

/** Files that no row needs: of a job that was killed between storing the file and writing its row. */
async function sweepRenditions(
  { db, storage }: Files,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<void> {
  const installedAt = await findInstalledAt(db)
  const newestMs = Date.now() - minimumAgeMs
  let keys: string[] = []
  const removeUnneeded = async () => {
    const needed = await findNeeded(db, keys)
    for (const key of keys) {
      if (needed.has(key)) continue
      await storage.remove(key)
      log.warn({ key }, 'a rendition that no row needs was removed')
    }
    keys = []
  }
  for await (const { key, writtenAt } of storage.list('renditions')) {
    if (signal.aborted) return
    if (writtenAt.getTime() >= newestMs || writtenAt.getTime() <= installedAt) continue
    keys.push(key)
    if (keys.length === batchSize) await removeUnneeded()
  }
  if (keys.length > 0) await removeUnneeded()
}

async function findNeeded(db: Db, keys: string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('renditions')
    .select('storage_key')
    .where(sql<SqlBool>`storage_key = any(${keys})`)
    .execute()
  return new Set(rows.map(({ storage_key: key }) => key))
}
