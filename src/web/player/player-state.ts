// What the player shows: the state of the one preview that plays, and the positions of those it has interrupted.

import type { TrackSummary } from '#contracts/tracks.ts'
import type { Failure } from './preview-failure.ts'

export type PreviewStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'error'

export type PlayerState = {
  /** The track that plays or played last; null before the first preview and after the player was closed. */
  track: TrackSummary | null
  status: PreviewStatus
  failure: Failure | null
  /** The position in whole seconds: changes once a second, for the clocks. */
  seconds: number
  /** 0 to 1. */
  volume: number
  /** Positions of previews that were interrupted by another one, by track id. */
  interrupted: ReadonlyMap<string, number>
}

export const silentState: PlayerState = {
  track: null,
  status: 'idle',
  failure: null,
  seconds: 0,
  volume: 1,
  interrupted: new Map(),
}

/** The status of one track's preview in the one player. */
export function statusOf(state: PlayerState, trackId: string): PreviewStatus {
  if (state.track?.id === trackId) return state.status
  return state.interrupted.has(trackId) ? 'paused' : 'idle'
}

export function secondsOf(state: PlayerState, trackId: string): number {
  if (state.track?.id === trackId) return state.seconds
  return Math.floor(state.interrupted.get(trackId) ?? 0)
}
