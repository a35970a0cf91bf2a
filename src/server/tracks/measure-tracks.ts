// Measures key and tempo of the tracks from before they were measured with their upload.

import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/client.ts'
import {
  AudioRefused,
  unmeasuredMusic,
  type AudioEngine,
  type MeasuredMusic,
} from '#server/gateways/audio/audio-engine.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { withWorkFolder } from '#server/gateways/storage/work-folders.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { storeMeasuredMusic } from './track-commands.ts'

type Deps = { db: Db; storage: Storage; audio: AudioEngine }
type Run = { signal: AbortSignal; log: FastifyBaseLogger }
type Unmeasured = { id: string; original_key: string }

/** Few, because the uploads wait behind them: one recording is decoded at a time. */
const tracksPerRun = 3

/** The queue of the uploads, with a lower priority. */
const measureTracksJob = { key: 'measure_tracks', queue: 'audio', priority: 20 } as const

/** Measures some tracks, the newest first, and queues itself while there are more. */
export async function measureTracks(deps: Deps, run: Run): Promise<void> {
  const tracks = await deps.db
    .selectFrom('tracks')
    .select(['id', 'original_key'])
    .where('music_measured_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(tracksPerRun + 1)
    .execute()
  for (const track of tracks.slice(0, tracksPerRun)) {
    run.signal.throwIfAborted()
    const music = await measure(deps, track, run)
    await storeMeasuredMusic(deps.db, { id: track.id, music })
  }
  if (tracks.length > tracksPerRun) await addJob(deps.db, 'measure_tracks', {}, measureTracksJob)
}

/** A recording that is missing, or that this version would refuse, stays without figures and is not tried again. */
async function measure(
  { storage, audio }: Deps,
  { id, original_key: key }: Unmeasured,
  { signal, log }: Run,
): Promise<MeasuredMusic> {
  if ((await storage.stat(key)) === null) {
    log.warn({ trackId: id }, 'the recording of a track is missing: its key and tempo stay unknown')
    return unmeasuredMusic
  }
  try {
    return await withWorkFolder((outDir) =>
      storage.withLocalFile(key, (path) => audio.measureMusic({ path, outDir, signal })),
    )
  } catch (error) {
    if (!(error instanceof AudioRefused)) throw error
    log.warn({ trackId: id, err: error }, 'key and tempo of a track cannot be measured')
    return unmeasuredMusic
  }
}
