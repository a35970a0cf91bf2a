// The one player: a single audio element, so that two previews never play at once.

import type { TrackSummary } from '#web/tracks/track-summary.ts'
import { diagnose, isPlayRefused, type Failure, type ProbePreview } from './preview-failure.ts'

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

/** The part of an audio element that the player uses. */
export type AudioElement = EventTarget & {
  src: string
  preload: string
  volume: number
  currentTime: number
  readonly ended: boolean
  readonly error: { readonly code: number } | null
  play: () => Promise<void>
  pause: () => void
}

export type PlayerParts = {
  createAudio: () => AudioElement
  probe: ProbePreview
  volume: number
  storeVolume: (volume: number) => void
}

export const silentState: PlayerState = {
  track: null,
  status: 'idle',
  failure: null,
  seconds: 0,
  volume: 1,
  interrupted: new Map(),
}

export function createPreviewPlayer(parts: PlayerParts) {
  const listeners = new Set<() => void>()
  let state: PlayerState = { ...silentState, volume: parts.volume }
  let audio: AudioElement | null = null
  /** Aborted by the next start, so that late events of a superseded start are ignored. */
  let start = new AbortController()

  function change(changes: Partial<PlayerState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function toggle(track: TrackSummary) {
    if (state.track?.id !== track.id) return play(track)
    if (state.status === 'playing' || state.status === 'loading') return pause()
    return play(track)
  }

  function play(track: TrackSummary) {
    if (state.track?.id === track.id && state.status === 'paused' && audio !== null) {
      change({ status: 'loading' })
      return begin(audio, start.signal)
    }
    const from = position(track.id)
    interrupt()
    start = new AbortController()
    change({ track, status: 'loading', failure: null, seconds: Math.floor(from) })
    if (track.previewUrl === null) return fail('no-url')
    audio = prepared(audio)
    if (audio === null) return fail('no-player')
    listen(audio, track.previewUrl, start.signal)
    audio.src = track.previewUrl
    audio.currentTime = from
    begin(audio, start.signal)
  }

  /** Pauses the playing preview and stores its position. */
  function interrupt() {
    start.abort()
    if (audio === null || state.track === null) return
    const interrupted = new Map(state.interrupted)
    const isInProgress = state.status !== 'error' && audio.currentTime > 0
    if (isInProgress) interrupted.set(state.track.id, audio.currentTime)
    else interrupted.delete(state.track.id)
    audio.pause()
    change({ interrupted })
  }

  function prepared(existing: AudioElement | null): AudioElement | null {
    if (existing !== null) return existing
    try {
      const created = parts.createAudio()
      created.preload = 'none'
      created.volume = state.volume
      return created
    } catch {
      return null
    }
  }

  function listen(element: AudioElement, url: string, signal: AbortSignal) {
    const on = (event: string, react: () => void) =>
      element.addEventListener(event, react, { signal })
    on('playing', () => change({ status: 'playing' }))
    on('waiting', () => change({ status: 'loading' }))
    on('pause', () => {
      if (!element.ended && state.status !== 'error') change({ status: 'paused' })
    })
    on('timeupdate', () => showSeconds(element.currentTime))
    on('ended', () => {
      element.currentTime = 0
      change({ status: 'idle', seconds: 0 })
    })
    on('error', () => void explain(element.error, url, signal))
  }

  async function explain(error: AudioElement['error'], url: string, signal: AbortSignal) {
    const failure = await diagnose(error, url, parts.probe)
    if (failure !== null && !signal.aborted) fail(failure)
  }

  function begin(element: AudioElement, signal: AbortSignal) {
    element.play().catch((error: unknown) => {
      if (!signal.aborted && isPlayRefused(error)) fail('play')
    })
  }

  function fail(failure: Failure) {
    change({ status: 'error', failure })
  }

  function pause() {
    audio?.pause()
    if (state.status === 'loading') change({ status: 'paused' })
  }

  function stop() {
    interrupt()
    change({ track: null, status: 'idle', failure: null, seconds: 0 })
  }

  /** Moves within a preview; one that does not play yet will start there. */
  function seek(track: TrackSummary, to: number) {
    const seconds = Math.min(Math.max(0, to), track.previewSeconds)
    if (state.track?.id === track.id && audio !== null) {
      audio.currentTime = seconds
      showSeconds(seconds)
    } else {
      change({ interrupted: new Map(state.interrupted).set(track.id, seconds) })
    }
  }

  function showSeconds(exact: number) {
    const seconds = Math.floor(exact)
    if (seconds !== state.seconds) change({ seconds })
  }

  /** Exact, for animation frames. */
  function position(trackId: string): number {
    if (state.track?.id === trackId && audio !== null) return audio.currentTime
    return state.interrupted.get(trackId) ?? 0
  }

  function setVolume(volume: number) {
    if (audio !== null) audio.volume = volume
    parts.storeVolume(volume)
    change({ volume })
  }

  return {
    subscribe,
    getState: () => state,
    toggle,
    play,
    pause,
    stop,
    seek,
    position,
    setVolume,
  }
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
