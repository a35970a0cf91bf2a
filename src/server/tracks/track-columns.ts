// The columns of a track's row, from what its artist entered and what was measured.

import type { KeyAnswer, SettledKey } from '#rules/music/measured-key.ts'
import type {
  Genre,
  Instrumentation,
  LicenceStatus,
  TrackFormat,
} from '#rules/tracks/track-options.ts'
import type { VocalRange } from '#rules/music/vocal-range.ts'
import type { MeasuredMusic, PreparedAudio } from '#server/gateways/audio/audio-engine.ts'
import { waveformOf } from './waveform.ts'

/** What the artist enters about a track. */
export type TrackDescription = {
  title: string
  originalArtist: string
  description: string
  instructions: string | null
  /** The artist's price. */
  pricePence: number
  format: TrackFormat
  instrumentation: Instrumentation
  genre: Genre | null
  vocalRange: VocalRange | null
  keySignature: string | null
  /** Where the recording sounds like another key. Without an answer the artist's key is taken as written. */
  keyAnswer?: KeyAnswer | null
  isHigher: boolean
  isLower: boolean
  licenceStatus: LicenceStatus
  /** Exactly when the status is `licensed`. */
  licensedFrom: string | null
  /** A document of the artist. */
  licenceDocumentId: string | null
  youtubeGuideUrl: string | null
}

/** What is kept of a prepared recording. */
export type TrackAudio = Omit<PreparedAudio, 'container' | 'preview'> & {
  preview: Pick<PreparedAudio['preview'], 'durationMs' | 'peaks'>
}

export function descriptionColumns(track: TrackDescription & SettledKey) {
  return {
    title: track.title,
    original_artist: track.originalArtist,
    description: track.description,
    instructions: track.instructions,
    price_pence: track.pricePence,
    format: track.format,
    instrumentation: track.instrumentation,
    genre: track.genre,
    vocal_range: track.vocalRange,
    key_signature: track.keySignature,
    key_stated: track.isKeyStated,
    is_higher: track.isHigher,
    is_lower: track.isLower,
    licence_status: track.licenceStatus,
    licensed_from: track.licensedFrom,
    licence_document_id: track.licenceDocumentId,
    youtube_guide_url: track.youtubeGuideUrl,
  }
}

export function audioColumns(audio: TrackAudio) {
  return {
    codec: audio.codec,
    sample_rate_hz: audio.sampleRateHz,
    channels: audio.channels,
    duration_ms: audio.durationMs,
    loudness_lufs: audio.loudnessLufs,
    loudness_range_lu: audio.loudnessRangeLu,
    peaks: audio.peaks,
    preview_ms: audio.preview.durationMs,
    waveform: waveformOf(audio.preview.peaks, 96),
    fine_waveform: waveformOf(audio.preview.peaks, 200),
    ...musicColumns(audio),
  }
}

export function musicColumns({ measuredKey, measuredKeyConfidence, tempoBpm }: MeasuredMusic) {
  return {
    measured_key: measuredKey,
    measured_key_confidence: measuredKeyConfidence,
    tempo_bpm: tempoBpm,
    // A recording prepared by an older version is measured by the job.
    music_measured_at: measuredKey === null ? null : new Date(),
  }
}
