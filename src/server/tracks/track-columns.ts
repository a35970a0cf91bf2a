// The columns of a track's row, from what its artist entered and what was measured.

import type { Selectable } from 'kysely'
import type { KeyAnswer, SettledKey } from '#rules/music/measured-key.ts'
import type { VocalRange } from '#rules/music/vocal-range.ts'
import type { Genre } from '#rules/tracks/track-options.ts'
import type { Tables } from '#server/db/tables.ts'
import { enteredColumns } from '#server/db/tables/track-tables.ts'
import type { MeasuredMusic, PreparedAudio } from '#server/gateways/audio/audio-engine.ts'
import { waveformOf } from './waveform.ts'

type TrackRow = Selectable<Tables['tracks']>
type EnteredColumns = typeof enteredColumns
type EnteredRow = Pick<TrackRow, EnteredColumns[keyof EnteredColumns]>
/** The contract limits these; their columns are texts. */
type Limited = { genre: Genre | null; vocalRange: VocalRange | null }
type Entered = Limited & {
  [Name in Exclude<keyof EnteredColumns, keyof Limited>]: TrackRow[EnteredColumns[Name]]
}

/** The details that the artist enters about a track. */
export type TrackDescription = Entered & {
  /** Where the recording sounds like another key. Without an answer the artist's key is taken as written. */
  keyAnswer?: KeyAnswer | null
  /** A document of the artist. */
  licenceDocumentId: string | null
}

/** The stored facts of a prepared recording. */
export type TrackAudio = Omit<PreparedAudio, 'container' | 'preview'> & {
  preview: Pick<PreparedAudio['preview'], 'durationMs' | 'peaks'>
}

// The keys and values of the table.
const entered = Object.entries(enteredColumns) as [keyof EnteredColumns, keyof EnteredRow][]

export function descriptionColumns(track: TrackDescription & SettledKey) {
  const columns: Record<string, unknown> = {}
  for (const [name, column] of entered) columns[column] = track[name]
  return {
    // Each column of the table has been set.
    ...(columns as EnteredRow),
    key_stated: track.isKeyStated,
    licence_document_id: track.licenceDocumentId,
  }
}

/** Its opposite. A list of tracks calls it for each: a loop takes half the time of `Object.fromEntries`. */
export function enteredOf(row: EnteredRow): Entered {
  const details: Record<string, unknown> = {}
  for (const [name, column] of entered) details[name] = row[column]
  // Each name of the table has been set.
  return details as Entered
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
