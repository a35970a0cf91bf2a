// The one player: a single audio element, so that two previews never play at once.

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TrackSummary } from '#contracts/tracks.ts'
import { silentState, type PlayerState } from './player-state.ts'
import { diagnose, isPlayRefused, type Failure, type ProbePreview } from './preview-failure.ts'

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

type Player = PlayerParts & {
  store: StoreApi<PlayerState>
  audio: AudioElement | null
  /** Aborted by the next start, so that late events of a superseded start are ignored. */
  start: AbortController
}

export function createPreviewPlayer(parts: PlayerParts) {
  const store = createStore(() => silentState)
  store.setState({ volume: parts.volume })
  const player: Player = { ...parts, store, audio: null, start: new AbortController() }
  return {
    store,
    subscribe: store.subscribe,
    getState: store.getState,
    toggle: (track: TrackSummary) => toggle(player, track),
    play: (track: TrackSummary) => play(player, track),
    pause: () => pause(player),
    stop: () => stop(player),
    seek: (track: TrackSummary, to: number) => seek(player, track, to),
    position: (trackId: string) => position(player, trackId),
    setVolume: (volume: number) => setVolume(player, volume),
  }
}

function toggle(player: Player, track: TrackSummary): void {
  const state = player.store.getState()
  if (state.track?.id !== track.id) return play(player, track)
  if (state.status === 'playing' || state.status === 'loading') return pause(player)
  return play(player, track)
}

function play(player: Player, track: TrackSummary): void {
  const { store } = player
  const state = store.getState()
  if (state.track?.id === track.id && state.status === 'paused' && player.audio !== null) {
    store.setState({ status: 'loading' })
    return begin(player, player.audio)
  }
  const from = position(player, track.id)
  interrupt(player)
  player.start = new AbortController()
  store.setState({ track, status: 'loading', failure: null, seconds: Math.floor(from) })
  if (track.previewUrl === null) return fail(player, 'no-url')
  player.audio ??= createAudio(player)
  if (player.audio === null) return fail(player, 'no-player')
  listen(player, player.audio, track.previewUrl)
  player.audio.src = track.previewUrl
  player.audio.currentTime = from
  begin(player, player.audio)
}

/** Pauses the playing preview and stores its position. */
function interrupt({ store, audio, start }: Player): void {
  start.abort()
  const { track, status, interrupted } = store.getState()
  if (audio === null || track === null) return
  const positions = new Map(interrupted)
  const isInProgress = status !== 'error' && audio.currentTime > 0
  if (isInProgress) positions.set(track.id, audio.currentTime)
  else positions.delete(track.id)
  audio.pause()
  store.setState({ interrupted: positions })
}

/** Null where the browser has no audio. */
function createAudio({ store, createAudio: create }: Player): AudioElement | null {
  try {
    const created = create()
    created.preload = 'none'
    created.volume = store.getState().volume
    return created
  } catch {
    return null
  }
}

function listen(player: Player, element: AudioElement, url: string): void {
  const { store } = player
  const { signal } = player.start
  const on = (event: string, react: () => void) =>
    element.addEventListener(event, react, { signal })
  on('playing', () => store.setState({ status: 'playing' }))
  on('waiting', () => store.setState({ status: 'loading' }))
  on('pause', () => {
    if (!element.ended && store.getState().status !== 'error') store.setState({ status: 'paused' })
  })
  on('timeupdate', () => showSeconds(player, element.currentTime))
  on('ended', () => {
    element.currentTime = 0
    store.setState({ status: 'idle', seconds: 0 })
  })
  on('error', () => void explain(player, element.error, { url, signal }))
}

async function explain(
  player: Player,
  error: AudioElement['error'],
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<void> {
  const failure = await diagnose(error, url, player.probe)
  if (failure !== null && !signal.aborted) fail(player, failure)
}

function begin(player: Player, element: AudioElement): void {
  const { signal } = player.start
  element.play().catch((error: unknown) => {
    if (!signal.aborted && isPlayRefused(error)) fail(player, 'play')
  })
}

function fail({ store }: Player, failure: Failure): void {
  store.setState({ status: 'error', failure })
}

function pause({ store, audio }: Player): void {
  audio?.pause()
  if (store.getState().status === 'loading') store.setState({ status: 'paused' })
}

function stop(player: Player): void {
  interrupt(player)
  player.store.setState({ track: null, status: 'idle', failure: null, seconds: 0 })
}

/** Moves within a preview; one that does not play yet will start there. */
function seek(player: Player, track: TrackSummary, to: number): void {
  const { store, audio } = player
  const seconds = Math.min(Math.max(0, to), track.previewSeconds)
  const state = store.getState()
  if (state.track?.id === track.id && audio !== null) {
    audio.currentTime = seconds
    showSeconds(player, seconds)
  } else {
    store.setState({ interrupted: new Map(state.interrupted).set(track.id, seconds) })
  }
}

function showSeconds({ store }: Player, exact: number): void {
  const seconds = Math.floor(exact)
  if (seconds !== store.getState().seconds) store.setState({ seconds })
}

/** Exact, for animation frames. */
function position({ store, audio }: Player, trackId: string): number {
  const { track, interrupted } = store.getState()
  if (track?.id === trackId && audio !== null) return audio.currentTime
  return interrupted.get(trackId) ?? 0
}

function setVolume({ store, audio, storeVolume }: Player, volume: number): void {
  if (audio !== null) audio.volume = volume
  storeVolume(volume)
  store.setState({ volume })
}
