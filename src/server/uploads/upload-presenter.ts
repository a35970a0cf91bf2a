// Maps an upload's row to the contract.

import type { Selectable } from 'kysely'
import type { Upload, UploadFacts } from '#contracts/uploads.ts'
import { licenceDocumentUrl } from '#rules/licences/licence-documents.ts'
import { isRefusalCode, refusalMessage } from '#rules/errors/refusal.ts'
import {
  unansweredUploadDays,
  unbegunUploadHours,
  unsubmittedUploadHours,
} from '#rules/uploads/upload-limits.ts'
import type { Tables } from '#server/db/tables.ts'
import type { TrackDescription } from '#server/tracks/track-columns.ts'
import { namesOnWire } from '#server/tracks/track-presenter.ts'
import { waveformOf } from '#server/tracks/waveform.ts'
import { readAudio } from './stored-audio.ts'
import { readDescription } from './stored-description.ts'

export const uploadColumns = [
  'id',
  'title',
  'file_name',
  'status',
  'stage',
  'bytes',
  'bytes_received',
  'details',
  'audio',
  'refusal_code',
  'created_at',
  'active_at',
] as const

type UploadRow = Pick<Selectable<Tables['uploads']>, (typeof uploadColumns)[number]>

export function presentUpload(row: UploadRow): Upload {
  const code = row.refusal_code
  const bytes = Number(row.bytes)
  return {
    id: row.id,
    title: row.title,
    fileName: row.file_name,
    state: row.status,
    stage: row.stage,
    bytes,
    bytesReceived: row.status === 'arriving' ? row.bytes_received : bytes,
    details: row.details === null ? null : presentDetails(readDescription(row.details)),
    facts: row.status === 'prepared' ? presentFacts(row) : null,
    reason: code !== null && isRefusalCode(code) ? refusalMessage(code) : null,
    createdAt: row.created_at.toISOString(),
    expiresAt: expiryOf(row),
  }
}

/** Those that the job of upload-expiry.ts removes or refuses. */
function expiryOf({ status, details, active_at, bytes_received }: UploadRow): string | null {
  const isUnbegun = status === 'arriving' && bytes_received === 0
  const unsubmitted = isUnbegun ? unbegunUploadHours : unsubmittedUploadHours
  const hours = details === null ? unsubmitted : unansweredUploadDays * 24
  const expires =
    details === null ? status !== 'processing' && status !== 'listed' : status === 'prepared'
  return expires ? new Date(active_at.getTime() + hours * 3_600_000).toISOString() : null
}

/** As the form shows it. */
function presentDetails(description: TrackDescription): NonNullable<Upload['details']> {
  const { pricePence, licenceDocumentId, ...entered } = description
  return {
    ...namesOnWire(entered),
    licenseDocumentUrl: licenceDocumentId === null ? null : licenceDocumentUrl(licenceDocumentId),
    price: (pricePence / 100).toFixed(2),
  }
}

function presentFacts({ id, audio }: UploadRow): UploadFacts {
  const measured = readAudio(audio)
  return {
    durationSeconds: measured.durationMs / 1000,
    loudnessLufs: measured.loudnessLufs,
    measuredKey: measured.measuredKey,
    measuredKeyConfidence: measured.measuredKeyConfidence,
    tempoBpm: measured.tempoBpm,
    container: measured.container,
    codec: measured.codec,
    sampleRateHz: measured.sampleRateHz,
    channels: measured.channels,
    previewUrl: `/api/proxy/uploads/${id}/preview.mp3`,
    previewSeconds: measured.preview.durationMs / 1000,
    waveform: waveformOf(measured.preview.peaks, 96),
  }
}
