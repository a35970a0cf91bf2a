// What the player consists of: the browser's parts, which tests replace, and what it holds itself.

import type { StoreApi } from 'zustand/vanilla'
import type { Tuning } from '#rules/listening/tuning.ts'
import type { PitchPath } from './pitch/pitch-path.ts'
import type { PlayerState } from './player-state.ts'
import type { Failure, ProbePreview } from './preview-failure.ts'

/** The part of an audio element that the player uses. */
export type AudioElement = EventTarget & {
  src: string
  preload: string
  volume: number
  muted: boolean
  currentTime: number
  playbackRate: number
  defaultPlaybackRate: number
  readonly ended: boolean
  readonly error: { readonly code: number } | null
  play: () => Promise<void>
  pause: () => void
}

export type PlayerParts = {
  createAudio: () => AudioElement
  /** @throws PitchUnsupported, or any other error where the shifter could not be loaded. */
  openPitchPath: () => Promise<PitchPath<AudioElement>>
  probe: ProbePreview
  /** Tells the browser's other tabs to pause; `pause` is called when another tab tells this one. */
  announceStart: (pause: () => void) => void
  volume: number
  storeVolume: (volume: number) => void
  tuning: Tuning
  storeTuning: (tuning: Tuning) => void
}

export type Player = PlayerParts & {
  store: StoreApi<PlayerState>
  /** Plays the original key and tempo, without anything between the file and the speakers. */
  plain: AudioElement | null
  pitchPath: PitchPath<AudioElement> | null
  opening: Promise<void> | null
  /** The one of the two that plays; null before the first start, and while the pitch shifter is loaded. */
  audio: AudioElement | null
  /** What each element has loaded. */
  loadedUrls: WeakMap<AudioElement, string>
  /** Aborted by the next start, so that late events of a superseded start are ignored. */
  start: AbortController
  loadingLimit: ReturnType<typeof setTimeout> | undefined
}

export function fail({ store }: Player, failure: Failure): void {
  store.setState({ status: 'error', failure })
}
