// What the player shows: the state of the one recording that plays, and the positions of those it has interrupted.

import type { TrackSummary } from '#contracts/tracks.ts'
import { originalTuning, type Tuning } from '#rules/listening/tuning.ts'
import type { Failure } from './preview-failure.ts'

/** Which recording of a track is played: the preview, or the full recording that the user owns. */
export type Source =
  | { kind: 'preview' }
  | {
      kind: 'owned'
      url: string
      durationSeconds: number
      /** Bars over the full recording; without it the preview's are drawn. */
      waveform?: string
    }

export const previewSource: Source = { kind: 'preview' }

/** Of an artist's playing style. It is heard as it was recorded, and only its own button shows it. */
export type ArtistExample = { url: string; artistName: string }

export type PreviewStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'error'

/** Why another key cannot be heard; the original key plays. */
export type KeyFailure = 'unsupported' | 'not-loaded'

export type PlayerState = {
  /** The track that plays or played last; null before the first preview and after the player was closed. */
  track: TrackSummary | null
  source: Source
  /** Plays, or played last, instead of a track. */
  example: ArtistExample | null
  status: PreviewStatus
  failure: Failure | null
  /** The position in whole seconds: changes once a second, for the clocks. */
  seconds: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  /** The tuning of everything that is played, until it is changed. */
  tuning: Tuning
  keyFailure: KeyFailure | null
  /** Positions of recordings that were interrupted by another one, by `recordingKey`. */
  interrupted: ReadonlyMap<string, number>
}

export const silentState: PlayerState = {
  track: null,
  source: previewSource,
  example: null,
  status: 'idle',
  failure: null,
  seconds: 0,
  volume: 1,
  isMuted: false,
  tuning: originalTuning,
  keyFailure: null,
  interrupted: new Map(),
}

type Kind = Source['kind']

export function recordingKey(trackId: string, kind: Kind): string {
  return `${kind}:${trackId}`
}

export function isCurrent(state: PlayerState, trackId: string, kind: Kind): boolean {
  return state.track?.id === trackId && state.source.kind === kind
}

/** One file in the player: of a track, or an artist's example. */
export type Recording = {
  key: string
  /** Null for a track without a preview. */
  url: string | null
  shown: Pick<PlayerState, 'track' | 'source' | 'example'>
}

export function trackRecording(track: TrackSummary, source: Source): Recording {
  const shown = { track, source, example: null }
  return { key: recordingKey(track.id, source.kind), url: urlOf(track, source), shown }
}

export function exampleRecording(example: ArtistExample): Recording {
  const shown = { track: null, source: previewSource, example }
  return { key: `example:${example.url}`, url: example.url, shown }
}

/** Null before the first start, and after the player was closed. */
export function currentRecording({ track, source, example }: PlayerState): Recording | null {
  if (example !== null) return exampleRecording(example)
  return track === null ? null : trackRecording(track, source)
}

export function isTrackPreview({ shown }: Recording): boolean {
  return shown.track !== null && shown.source.kind === 'preview'
}

/** An artist's example is never changed. */
export function tuningOf({ example, tuning }: PlayerState): Tuning {
  return example === null ? tuning : originalTuning
}

export function exampleStatusOf(state: PlayerState, url: string): PreviewStatus {
  if (state.example?.url === url) return state.status
  return 'idle'
}

/** The status of one recording in the one player. */
export function statusOf(
  state: PlayerState,
  trackId: string,
  kind: Kind = 'preview',
): PreviewStatus {
  if (isCurrent(state, trackId, kind)) return state.status
  return state.interrupted.has(recordingKey(trackId, kind)) ? 'paused' : 'idle'
}

export function secondsOf(state: PlayerState, trackId: string, kind: Kind = 'preview'): number {
  if (isCurrent(state, trackId, kind)) return state.seconds
  return Math.floor(state.interrupted.get(recordingKey(trackId, kind)) ?? 0)
}

/** Null for a track without a preview. */
export function urlOf(track: TrackSummary, source: Source): string | null {
  return source.kind === 'owned' ? source.url : track.previewUrl
}

export function durationOf(track: TrackSummary, source: Source): number {
  return source.kind === 'owned' ? source.durationSeconds : track.previewSeconds
}

export function barsOf(track: TrackSummary, source: Source): string {
  return (source.kind === 'owned' ? source.waveform : undefined) ?? track.waveform
}
