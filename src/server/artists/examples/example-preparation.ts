// Makes the short MP3 of what an artist sent.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { exampleProcess } from '#rules/artists/example-process.ts'
import type { Db } from '#server/db/client.ts'
import type { AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { withWorkFolder } from '#server/gateways/storage/work-folders.ts'
import { findLiveJobs } from '#server/jobs/add-job.ts'
import { exampleKey, recordingKey, refuseExample, takeExampleStep } from './example-steps.ts'

export type ExampleDeps = { db: Db; storage: Storage; audio: AudioEngine }

/** The key of an example's job in the queue. */
export const exampleJobKey = (id: string) => `prepare_example:${id}`

/** Null if nobody waits for it any more. */
export async function findWaitingExample(db: Db, id: string) {
  return db
    .selectFrom('artist_examples')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', exampleProcess.steps.finish.from)
    .executeTakeFirst()
}

/** @throws AudioRefused, StorageFull */
export async function prepareExample(
  { db, storage, audio }: ExampleDeps,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  await withWorkFolder(async (outDir) => {
    const made = await storage.withLocalFile(recordingKey(id), (path) =>
      audio.makeExample({ path, outDir, signal }),
    )
    const { size: maxBytes } = await stat(made.path)
    signal.throwIfAborted()
    const key = exampleKey(id)
    const stream = createReadStream(made.path)
    const { bytes } = await storage.put(key, stream, { maxBytes, contentType: 'audio/mpeg' })
    const changes = { storage_key: key, bytes, duration_ms: made.durationMs }
    const isMoved = await takeExampleStep(db, { id, step: 'finish', changes })
    // The artist has removed the example meanwhile.
    if (!isMoved) await storage.remove(key)
    await storage.remove(recordingKey(id))
  })
}

/** Those whose attempts were all killed: no job would ever finish them. */
export async function refuseInterruptedExamples(deps: Omit<ExampleDeps, 'audio'>): Promise<void> {
  const waiting = await deps.db
    .selectFrom('artist_examples')
    .select('id')
    .where('status', 'in', exampleProcess.steps.finish.from)
    .execute()
  const live = await findLiveJobs(
    deps.db,
    waiting.map(({ id }) => exampleJobKey(id)),
  )
  for (const { id } of waiting)
    if (!live.has(exampleJobKey(id))) await refuseExample(deps, id, 'upload_interrupted')
}
