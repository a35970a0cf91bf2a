// Which element plays: for the original key and tempo the plain one, for others the one before the pitch shifter. That
// element plays slower and lower, or faster and higher, and the shifter corrects the pitch: attacks of strings stay
// sharper than with the browser's own change of tempo, which is used where the shifter cannot be loaded.

import { PitchUnsupported } from './pitch/pitch-path.ts'
import { fail, type AudioElement, type Player } from './player-parts.ts'
import { tuningOf, urlOf } from './player-state.ts'

/** Calls `use` with the element of the chosen tuning: at once, or when the pitch shifter is loaded. */
export function withElement(player: Player, use: (audio: AudioElement) => void): void {
  if (!wantsShifter(player)) {
    player.plain ??= createPlain(player)
    return player.plain === null ? fail(player, 'no-player') : use(prepared(player, player.plain))
  }
  if (player.pitchPath !== null) return use(prepared(player, player.pitchPath.element))
  void openThenUse(player, use)
}

async function openThenUse(player: Player, use: (audio: AudioElement) => void): Promise<void> {
  const { signal } = player.start
  await openPath(player)
  // Not after a pause meanwhile: the next press starts again.
  const isWanted = !signal.aborted && player.store.getState().status === 'loading'
  if (isWanted) withElement(player, use)
}

/** Null where the browser has no audio. */
function createPlain({ createAudio }: Player): AudioElement | null {
  try {
    const audio = createAudio()
    audio.preload = 'none'
    return audio
  } catch {
    return null
  }
}

function prepared(player: Player, audio: AudioElement): AudioElement {
  const { volume, isMuted } = player.store.getState()
  audio.volume = volume
  audio.muted = isMuted
  applyTuning(player, audio)
  return audio
}

export function applyTuning({ store, pitchPath }: Player, audio: AudioElement): void {
  const { semitones, tempoPercent } = tuningOf(store.getState())
  const rate = tempoPercent / 100
  // A newly loaded file plays at the default rate.
  audio.defaultPlaybackRate = rate
  audio.playbackRate = rate
  if (audio === pitchPath?.element) pitchPath.setSemitones(semitones - 12 * Math.log2(rate))
}

/** Not for a tempo alone once the shifter could not be loaded; another key is a new attempt. */
function wantsShifter({ store }: Player): boolean {
  const { semitones, tempoPercent } = tuningOf(store.getState())
  const { keyFailure } = store.getState()
  return semitones !== 0 || (tempoPercent !== 100 && keyFailure === null)
}

/** Loads the pitch shifter, once. */
function openPath(player: Player): Promise<void> {
  if (player.pitchPath !== null) return Promise.resolve()
  player.opening ??= openOrExplain(player).finally(() => (player.opening = null))
  return player.opening
}

/** Without the shifter, the original key plays. */
async function openOrExplain(player: Player): Promise<void> {
  try {
    player.pitchPath = await player.openPitchPath()
    player.pitchPath.suspend()
    player.store.setState({ keyFailure: null })
  } catch (error) {
    const keyFailure = error instanceof PitchUnsupported ? 'unsupported' : 'not-loaded'
    player.store.setState(({ tuning }) => ({ keyFailure, tuning: { ...tuning, semitones: 0 } }))
  }
}

/** Loads the shifter and into its element what plays, so that another key is heard at once. */
export async function prepareShifter(player: Player): Promise<void> {
  await openPath(player)
  const { track, source } = player.store.getState()
  const url = track && urlOf(track, source)
  const element = player.pitchPath?.element
  if (element === undefined || url === null || player.loadedUrls.get(element) === url) return
  if (element === player.audio) return
  element.src = url
  player.loadedUrls.set(element, url)
}

/** True if the element that plays is not the one of the chosen tuning. */
export function needsOtherElement(player: Player): boolean {
  return wantsShifter(player) !== (player.audio === player.pitchPath?.element)
}

/** The shifter's last 180 ms are heard after the file's end. */
const shifterDrainMs = 500

/** After a pause at once; after the end, when the last of the sound has been heard. */
export function restShifter(player: Player, audio: AudioElement): void {
  const path = player.pitchPath
  if (path === null || audio !== path.element) return
  if (!audio.ended) return path.suspend()
  setTimeout(() => {
    if (audio !== player.audio || player.store.getState().status === 'idle') path.suspend()
  }, shifterDrainMs)
}
