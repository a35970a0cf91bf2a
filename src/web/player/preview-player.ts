// The one player: one audio element plays at a time, so that two recordings never do.

import { createStore } from 'zustand/vanilla'
import type { TrackSummary } from '#contracts/tracks.ts'
import { clampTuning, type Tuning } from '#rules/listening/tuning.ts'
import {
  applyTuning,
  needsOtherElement,
  prepareShifter,
  restShifter,
  withElement,
} from './player-element.ts'
import { fail, type AudioElement, type Player, type PlayerParts } from './player-parts.ts'
import {
  currentRecording,
  durationOf,
  exampleRecording,
  isCurrent,
  isTrackPreview,
  previewSource,
  recordingKey,
  silentState,
  trackRecording,
  type ArtistExample,
  type Recording,
  type Source,
} from './player-state.ts'
import { diagnose, isPlayRefused } from './preview-failure.ts'

export function createPreviewPlayer(parts: PlayerParts) {
  const store = createStore(() => silentState)
  store.setState({ volume: parts.volume, tuning: parts.tuning })
  const player: Player = {
    ...parts,
    store,
    plain: null,
    pitchPath: null,
    opening: null,
    audio: null,
    loadedUrls: new WeakMap(),
    start: new AbortController(),
    loadingLimit: undefined,
  }
  store.subscribe(() => limitLoading(player))
  return {
    store,
    subscribe: store.subscribe,
    getState: store.getState,
    toggle: (track: TrackSummary, source = previewSource) =>
      toggle(player, trackRecording(track, source)),
    toggleExample: (example: ArtistExample) => toggle(player, exampleRecording(example)),
    play: (track: TrackSummary, source = previewSource) =>
      play(player, trackRecording(track, source)),
    /** What was paused, or has ended. */
    resume: () => {
      const current = currentRecording(store.getState())
      if (current !== null) play(player, current)
    },
    pause: () => pause(player),
    stop: () => stop(player),
    seek: (track: TrackSummary, to: number, source = previewSource) =>
      seek(player, { track, source, to }),
    position: (trackId: string, kind: Source['kind'] = 'preview') =>
      positionOf(player, recordingKey(trackId, kind)),
    toggleMute: () => setMuted(player, !store.getState().isMuted),
    setVolume: (volume: number) => setVolume(player, volume),
    setTuning: (tuning: Tuning) => {
      changeTuning(player, clampTuning(tuning))
      parts.storeTuning(store.getState().tuning)
    },
    /** Takes over the tuning of a link, for this tab only. */
    openTuned: (tuning: Tuning) => changeTuning(player, clampTuning(tuning)),
    /** When the controls are opened, before a key is chosen. */
    prepareKeyChange: () => void prepareShifter(player),
  }
}

/** A lost connection may report no error. A slow one makes some progress in this time. */
const maxStallMs = 15_000

/** Called with every change and all progress: without either, the player does not load for ever. */
function limitLoading(player: Player): void {
  clearTimeout(player.loadingLimit)
  if (player.store.getState().status !== 'loading') return
  player.loadingLimit = setTimeout(() => giveUp(player), maxStallMs)
}

function giveUp(player: Player): void {
  interrupt(player)
  // The next press requests the file again.
  if (player.audio !== null) player.loadedUrls.delete(player.audio)
  fail(player, 'network')
}

function toggle(player: Player, recording: Recording): void {
  const state = player.store.getState()
  const isInProgress = state.status === 'playing' || state.status === 'loading'
  if (isInProgress && currentRecording(state)?.key === recording.key) return pause(player)
  return play(player, recording)
}

function play(player: Player, recording: Recording): void {
  const { store } = player
  const state = store.getState()
  const isCurrentKey = currentRecording(state)?.key === recording.key
  if (state.status === 'paused' && isCurrentKey && player.audio !== null) {
    store.setState({ status: 'loading' })
    return begin(player, player.audio)
  }
  const from = positionOf(player, recording.key)
  interrupt(player)
  player.start = new AbortController()
  store.setState(({ interrupted }) => ({
    ...recording.shown,
    status: 'loading',
    failure: null,
    seconds: Math.floor(from),
    interrupted: withPosition(interrupted, recording.key, from),
  }))
  load(player, recording)
}

/** Loads the recording into the element of the chosen key, and plays it from its position. */
function load(player: Player, recording: Recording): void {
  const { key, url } = recording
  if (url === null) return fail(player, 'no-url')
  player.audio = null
  withElement(player, (audio) => {
    const from = player.store.getState().interrupted.get(key) ?? 0
    listen(player, audio, { url, isPreview: isTrackPreview(recording) })
    if (player.loadedUrls.get(audio) !== url) audio.src = url
    player.loadedUrls.set(audio, url)
    audio.currentTime = from
    if (audio === player.pitchPath?.element) player.pitchPath.flush()
    player.audio = audio
    begin(player, audio)
  })
}

/** Pauses what plays and stores its position. */
function interrupt(player: Player): void {
  const { store, audio, start } = player
  start.abort()
  const current = currentRecording(store.getState())
  if (audio === null || current === null) return
  const { status, interrupted } = store.getState()
  const seconds = status === 'error' ? 0 : audio.currentTime
  audio.pause()
  restShifter(player, audio)
  store.setState({ interrupted: withPosition(interrupted, current.key, seconds) })
}

type Positions = ReadonlyMap<string, number>

function withPosition(positions: Positions, key: string, seconds: number): Positions {
  const changed = new Map(positions)
  if (seconds > 0) changed.set(key, seconds)
  else changed.delete(key)
  return changed
}

type LoadedFile = { url: string; isPreview: boolean }

function listen(player: Player, element: AudioElement, file: LoadedFile): void {
  const { store } = player
  const { signal } = player.start
  const on = (event: string, react: () => void) =>
    element.addEventListener(event, react, { signal })
  on('playing', () => store.setState({ status: 'playing' }))
  on('waiting', () => store.setState({ status: 'loading' }))
  on('progress', () => limitLoading(player))
  on('pause', () => {
    restShifter(player, element)
    if (!element.ended && store.getState().status !== 'error') store.setState({ status: 'paused' })
  })
  on('timeupdate', () => showSeconds(player, element.currentTime))
  on('ended', () => {
    element.currentTime = 0
    store.setState({ status: 'idle', seconds: 0 })
  })
  on('error', () => {
    player.loadedUrls.delete(element)
    void explain(player, element.error, { ...file, signal })
  })
}

async function explain(
  player: Player,
  error: AudioElement['error'],
  { url, isPreview, signal }: LoadedFile & { signal: AbortSignal },
): Promise<void> {
  const failure = await diagnose(error, url, player.probe)
  if (failure === null || signal.aborted) return
  // Its message names a preview.
  fail(player, failure === 'gone' && !isPreview ? 'load' : failure)
}

function begin(player: Player, element: AudioElement): void {
  const { signal } = player.start
  player.announceStart(() => pause(player))
  if (element === player.pitchPath?.element) player.pitchPath.resume()
  element.play().catch((error: unknown) => {
    if (!signal.aborted && isPlayRefused(error)) fail(player, 'play')
  })
}

function pause({ store, audio }: Player): void {
  audio?.pause()
  if (store.getState().status === 'loading') store.setState({ status: 'paused' })
}

function stop(player: Player): void {
  interrupt(player)
  player.store.setState({ track: null, example: null, status: 'idle', failure: null, seconds: 0 })
}

type Seek = { track: TrackSummary; source: Source; to: number }

/** Moves within a recording; one that does not play yet will start there. */
function seek(player: Player, { track, source, to }: Seek): void {
  const { store, audio } = player
  const seconds = Math.min(Math.max(0, to), durationOf(track, source))
  const state = store.getState()
  if (isCurrent(state, track.id, source.kind) && audio !== null) {
    audio.currentTime = seconds
    if (audio === player.pitchPath?.element) player.pitchPath.flush()
    showSeconds(player, seconds)
  } else {
    const key = recordingKey(track.id, source.kind)
    store.setState({ interrupted: new Map(state.interrupted).set(key, seconds) })
    if (isCurrent(state, track.id, source.kind)) showSeconds(player, seconds)
  }
}

function showSeconds({ store }: Player, exact: number): void {
  const seconds = Math.floor(exact)
  if (seconds !== store.getState().seconds) store.setState({ seconds })
}

/** Exact, for drawing it. */
function positionOf({ store, audio }: Player, key: string): number {
  const state = store.getState()
  if (currentRecording(state)?.key === key && audio !== null) return audio.currentTime
  return state.interrupted.get(key) ?? 0
}

function setVolume(player: Player, volume: number): void {
  if (player.audio !== null) player.audio.volume = volume
  player.storeVolume(volume)
  player.store.setState({ volume })
  // A change of the volume is meant to be heard.
  if (volume > 0) setMuted(player, false)
}

function setMuted({ store, audio }: Player, isMuted: boolean): void {
  if (audio !== null) audio.muted = isMuted
  store.setState({ isMuted })
}

function changeTuning(player: Player, tuning: Tuning): void {
  const { store, audio } = player
  store.setState({ tuning })
  // Otherwise the next start, also one that waits for the shifter, uses the new tuning.
  if (audio === null) return
  if (needsOtherElement(player)) changeElement(player)
  else applyTuning(player, audio)
}

/** The other element continues where this one was. */
function changeElement(player: Player): void {
  const { store } = player
  const { status } = store.getState()
  const current = currentRecording(store.getState())
  interrupt(player)
  player.audio = null
  if (current === null || status === 'error') return
  player.start = new AbortController()
  if (status === 'playing' || status === 'loading') {
    store.setState({ status: 'loading' })
    load(player, current)
  }
}
