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

export type PreviewStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'error'

/** Why another key cannot be heard; the original key plays. */
export type KeyFailure = 'unsupported' | 'not-loaded'

export type PlayerState = {
  /** The track that plays or played last; null before the first preview and after the player was closed. */
  track: TrackSummary | null
  source: Source
  status: PreviewStatus
  failure: Failure | null
  /** The position in whole seconds: changes once a second, for the clocks. */
  seconds: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  /** Of everything that is played, until it is changed. */
  tuning: Tuning
  keyFailure: KeyFailure | null
  /** Positions of recordings that were interrupted by another one, by `recordingKey`. */
  interrupted: ReadonlyMap<string, number>
}

export const silentState: PlayerState = {
  track: null,
  source: previewSource,
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
