import { renditionFormats, type RenditionFormat } from '#rules/music/audio-formats.ts'
import type { OwnedFile } from '#contracts/downloads.ts'
import type { OwnedTrack } from '#contracts/orders.ts'
import { nothingEntered } from '#contracts/track-details.ts'
import type { Track } from '#contracts/tracks.ts'
import { portraitUrl } from '#rules/artists/portraits.ts'
import { isRefusalCode, refusalMessage } from '#rules/errors/refusal.ts'
import { type OwnedFormat } from '#rules/orders/rendition-formats.ts'
import {
  isPlayable,
  isRenderable,
  isRetriable,
  type RenditionStatus,
} from '#rules/orders/rendition-process.ts'
import { presentTrack } from '#server/tracks/track-presenter.ts'
import { waveformOf } from '#server/tracks/waveform.ts'
import type { findOwnedTracks } from './owned-tracks.ts'

type OwnedRow = Awaited<ReturnType<typeof findOwnedTracks>>['rows'][number]

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
    renditions.find((one) => one.recording_id === row.id && one.format === format)
  const formats = renditionFormats.filter((format) => isRenderable(row, format))
  return {
    ...presentSubject(row),
    isNew: row.is_new,
    boughtAt: row.granted_at.toISOString(),
    refundRequest: row.refund_request,
    files: [originalOf(row), ...formats.map((format) => presentRendition(format, ofTrack(format)))],
    stream: streamOf(row, ofTrack('mp3')),
  }
}

type Subject = Pick<OwnedTrack, 'track' | 'isListed' | 'commissionId' | 'paidPence'>

function presentSubject({ track, commission, customer_pence: paid }: OwnedRow): Subject {
  if (track) {
    const { is_listed: isListed } = track
    return { track: presentTrack(track), isListed, commissionId: null, paidPence: paid ?? 0 }
  }
  if (!commission) throw new Error('What is owned is neither a track nor a commission.')
  return {
    track: presentRecording(commission),
    isListed: false,
    commissionId: commission.id,
    paidPence: commission.customer_pence,
  }
}

type CommissionOwned = NonNullable<OwnedRow['commission']>

/** A recording for one customer has neither a page nor a preview, and nothing that a catalogue is searched by. */
function presentRecording(row: CommissionOwned): Track {
  const { artist_id: artistId, avatar, username } = row
  return {
    ...nothingEntered,
    id: row.id,
    title: row.name,
    originalArtist: '',
    description: '',
    customerPrice: row.customer_pence / 100,
    customerPricePence: row.customer_pence,
    isSellable: false,
    type: 'Backing Track',
    backingTrackType: 'Other',
    vocalGender: null,
    isFlat: false,
    isSharp: false,
    isMajor: false,
    isMinor: false,
    isHigher: false,
    isLower: false,
    tempoBpm: null,
    guideTrackUrl: null,
    licenseStatus: 'not_required',
    previewUrl: null,
    previewSeconds: 0,
    waveform: '',
    coverUrl: avatar ?? portraitUrl(artistId),
    durationSeconds: row.duration_ms / 1000,
    averageRating: null,
    numOfRatings: 0,
    createdAt: row.created_at.toISOString(),
    user:
      username === null
        ? null
        : { id: artistId, username, displayName: row.display_name ?? username, avatar },
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
