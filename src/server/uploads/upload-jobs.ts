// Turns a stored recording into a listed track, or refuses it and stores only the reason.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Selectable } from 'kysely'
import type { TrackDetails } from '#contracts/uploads.ts'
import { Refusal } from '#rules/refusal.ts'
import { searchWords } from '#rules/search-words.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import {
  AudioRefused,
  type AudioEngine,
  type PreparedAudio,
} from '#server/gateways/audio/audio-engine.ts'
import type { Storage } from '#server/gateways/storage/storage.ts'
import { sweepWorkFolders, withWorkFolder } from '#server/gateways/storage/work-folders.ts'
import type { JobRun, Jobs } from '#server/jobs/job-names.ts'
import type { RefreshPages } from '#server/pages/stale-pages.ts'
import { waveformOf } from '#server/tracks/waveform.ts'
import { sweepStoredFiles } from './stored-file-sweep.ts'
import { refuseUnlessPayable } from './upload-admission.ts'
import { refuseInterruptedUploads, refuseUpload } from './upload-refusals.ts'

type Deps = { db: Db; storage: Storage; audio: AudioEngine; refreshPages: RefreshPages }
type UploadRow = Selectable<Tables['uploads']>

export function uploadJobs(deps: Deps): Jobs {
  return {
    async prepare_upload({ uploadId }, { isLastAttempt, ...run }) {
      const upload = await findWaiting(deps.db, uploadId)
      if (!upload) return
      try {
        await listUpload(deps, upload, run)
      } catch (error) {
        if (error instanceof AudioRefused || error instanceof Refusal)
          return refuseUpload(deps, upload, error.code)
        if (isLastAttempt) await refuseUpload(deps, upload, 'upload_interrupted')
        throw error
      }
      await deps.refreshPages(['/', '/tracks'])
    },

    async tidy_uploads() {
      await refuseInterruptedUploads(deps)
      await deps.storage.sweepUnfinished()
      await sweepWorkFolders()
    },

    async sweep_stored_files(_payload, { log }) {
      await sweepStoredFiles(deps, log)
    },
  }
}

function findWaiting(db: Db, uploadId: string) {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('state', '=', 'processing')
    .executeTakeFirst()
}

async function listUpload(
  { db, storage, audio }: Deps,
  upload: UploadRow,
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
): Promise<void> {
  /** For display only: a late or failed write does not affect the upload. */
  const onStage = (stage: UploadRow['stage']) => {
    showStage(db, upload.id, stage).catch((error: unknown) =>
      log.warn({ err: error, uploadId: upload.id }, 'the stage of an upload could not be shown'),
    )
  }
  await withWorkFolder(async (outDir) => {
    const prepared = await storage.withLocalFile(upload.storage_key, (path) =>
      audio.prepare({ path, outDir, signal, onStage }),
    )
    const previewKey = `previews/${upload.id}.mp3`
    const { size } = await stat(prepared.preview.path)
    await storage.put(previewKey, createReadStream(prepared.preview.path), {
      maxBytes: size,
      contentType: 'audio/mpeg',
    })
    await insertTrack(db, upload, prepared, previewKey)
  })
}

async function showStage(db: Db, id: string, stage: UploadRow['stage']): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ stage })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .execute()
}

/** @throws Refusal payment_setup_needed when the artist can no longer be paid */
async function insertTrack(
  db: Db,
  upload: UploadRow,
  prepared: PreparedAudio,
  previewKey: string,
): Promise<void> {
  const details = upload.details as TrackDetails
  await db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('uploads')
      .set({ state: 'listed', finished_at: new Date() })
      .where('id', '=', upload.id)
      .where('state', '=', 'processing')
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return
    await refuseUnlessPayable(tx, upload.artist_id)
    const artist = await tx
      .selectFrom('users')
      .select('username')
      .where('id', '=', upload.artist_id)
      .executeTakeFirstOrThrow()
    const words = searchWords([details.title, details.originalArtist, artist.username].join(' '))
    await tx
      .insertInto('tracks')
      .values({
        id: upload.id,
        artist_id: upload.artist_id,
        ...columnsOfDetails(details),
        ...columnsOfAudio(prepared),
        original_key: upload.storage_key,
        original_name: upload.file_name,
        original_container: upload.container,
        original_bytes: upload.bytes,
        original_sha256: upload.sha256,
        preview_key: previewKey,
        search_text: words.join(' '),
      })
      .execute()
    await tx
      .insertInto('search_lexicon')
      .values([...new Set(words)].map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

function columnsOfDetails(details: TrackDetails) {
  return {
    title: details.title,
    original_artist: details.originalArtist,
    description: details.description,
    instructions: details.instructions || null,
    price_pence: details.price,
    format: details.type,
    instrumentation: details.backingTrackType,
    genre: details.genre ?? null,
    vocal_range: details.vocalRange ?? null,
    key_signature: details.keySignature || null,
    is_higher: details.isHigher,
    is_lower: details.isLower,
  }
}

function columnsOfAudio(prepared: PreparedAudio) {
  return {
    codec: prepared.codec,
    sample_rate_hz: prepared.sampleRateHz,
    channels: prepared.channels,
    duration_ms: prepared.durationMs,
    loudness_lufs: prepared.loudnessLufs,
    loudness_range_lu: prepared.loudnessRangeLu,
    true_peak_dbtp: prepared.truePeakDbtp,
    peaks: prepared.peaks,
    preview_ms: prepared.preview.durationMs,
    waveform: waveformOf(prepared.preview.peaks, 96),
    fine_waveform: waveformOf(prepared.preview.peaks, 200),
  }
}
