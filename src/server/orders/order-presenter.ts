import { renditionFormats, type RenditionFormat } from '#rules/audio-formats.ts'
import type { OwnedFile } from '#contracts/downloads.ts'
import type { OwnedTrack } from '#contracts/orders.ts'
import { isRefusalCode, refusalMessage } from '#rules/errors/refusal.ts'
import { type OwnedFormat } from '#rules/orders/rendition-formats.ts'
import {
  isPlayable,
  isRenderable,
  isRetriable,
  type RenditionStatus,
} from '#rules/orders/rendition-process.ts'
import { presentTrack, type ListedTrack } from '#server/tracks/track-presenter.ts'
import { waveformOf } from '#server/tracks/waveform.ts'
import type { findOwnedTracks } from './owned-tracks.ts'

type OwnedRow = ListedTrack & {
  granted_at: Date
  customer_pence: number
  is_new: boolean
  is_listed: boolean
  original_container: string
  original_bytes: string | number
  codec: string
  peaks: Uint8Array
}

type RenditionRow = {
  status: RenditionStatus
  bytes: string | null
  refusal_code: string | null
}
type Renditions = Awaited<ReturnType<typeof findOwnedTracks>>['renditions']

/** Of the full recording, as many bars as the player's bar is wide on a large screen. */
const streamBars = 200

export function presentOwnedTrack(row: OwnedRow, renditions: Renditions): OwnedTrack {
  const ofTrack = (format: RenditionFormat) =>
    renditions.find((one) => one.track_id === row.id && one.format === format)
  const formats = renditionFormats.filter((format) => isRenderable(row, format))
  return {
    track: presentTrack(row),
    isListed: row.is_listed,
    isNew: row.is_new,
    boughtAt: row.granted_at.toISOString(),
    paidPence: row.customer_pence,
    files: [originalOf(row), ...formats.map((format) => presentRendition(format, ofTrack(format)))],
    stream: streamOf(row, ofTrack('mp3')),
  }
}

function originalOf(row: OwnedRow): OwnedFile {
  return {
    format: 'original',
    label: row.original_container.toUpperCase(),
    state: 'ready',
    bytes: Number(row.original_bytes),
    reason: null,
    canBeRequested: false,
  }
}

const renditionLabels: Record<RenditionFormat, string> = { mp3: 'MP3', wav: 'WAV 16 bit' }

/** @param rendition undefined if it has not been made yet */
export function presentRendition(
  format: RenditionFormat,
  rendition: RenditionRow | undefined,
): OwnedFile {
  const code = rendition?.refusal_code ?? ''
  const refusal = isRefusalCode(code) ? code : null
  return {
    format,
    label: renditionLabels[format],
    state: rendition?.status ?? 'absent',
    bytes: rendition?.bytes ? Number(rendition.bytes) : null,
    reason: refusal && refusalMessage(refusal),
    canBeRequested: rendition === undefined || (refusal !== null && isRetriable(refusal)),
  }
}

/** The MP3 where it is ready, because it is a tenth of a WAV. */
function streamOf(row: OwnedRow, mp3: RenditionRow | undefined): OwnedTrack['stream'] {
  const url = (format: OwnedFormat) => `/api/proxy/my-tracks/${row.id}/stream?format=${format}`
  const format = mp3?.status === 'ready' ? 'mp3' : 'original'
  if (format === 'original' && !isPlayable(row)) return null
  return { url: url(format), waveform: waveformOf(row.peaks, streamBars) }
}
