// How a tuning is named: in which key a recording sounds, and how fast.

import { keyLabel, spokenKey, transposeKey } from '#rules/music/musical-key.ts'
import type { Tuning } from '#rules/listening/tuning.ts'
import { clock } from '#rules/listening/clock.ts'
import type { KeyFailure } from '../player-state.ts'

export const keyFailureText: Record<KeyFailure, string> = {
  unsupported: 'This browser cannot change the key: the original key plays.',
  'not-loaded': 'The key could not be changed: the original key plays. Choose it again to retry.',
}

/** 'sounds in A, 2 lower'; '2 lower' for a track without a key. */
export function keyText(keySignature: string | null, semitones: number): string {
  const label = transposeKey(keySignature, semitones)
  if (semitones === 0) return label === null ? 'original key' : `original key, ${label}`
  const distance = `${Math.abs(semitones)} ${semitones < 0 ? 'lower' : 'higher'}`
  return label === null ? distance : `sounds in ${label}, ${distance}`
}

/** '2 semitones lower, key of A major' */
export function spokenKeyText(keySignature: string | null, semitones: number): string {
  const count = Math.abs(semitones)
  const distance =
    semitones === 0
      ? 'original key'
      : `${count} semitone${count === 1 ? '' : 's'} ${semitones < 0 ? 'lower' : 'higher'}`
  const key = spokenKey(transposeKey(keySignature, semitones))
  return key === null ? distance : `${distance}, ${key.replace('Key', 'key')}`
}

export function tempoText(tempoPercent: number): string {
  return tempoPercent === 100 ? 'original tempo' : `${tempoPercent}%`
}

/** What differs from the original: 'sounds in A, 2 lower · 90%'; empty for the original. */
export function tuningText(keySignature: string | null, tuning: Tuning): string {
  const { semitones, tempoPercent } = tuning
  const key = semitones === 0 ? [] : [keyText(keySignature, semitones)]
  const tempo = tempoPercent === 100 ? [] : [tempoText(tempoPercent)]
  return [...key, ...tempo].join(' · ')
}

/** For a button with little space: 'A −2 · 90%'. */
export function shortTuningText(keySignature: string | null, tuning: Tuning): string {
  const { semitones, tempoPercent } = tuning
  const label = keyLabel(transposeKey(keySignature, semitones))
  const distance = `${semitones < 0 ? '−' : '+'}${Math.abs(semitones)}`
  const key = semitones === 0 ? [] : [label === null ? distance : `${label} ${distance}`]
  const tempo = tempoPercent === 100 ? [] : [tempoText(tempoPercent)]
  return [...key, ...tempo].join(' · ')
}

/** Clocks and waveforms show the recording's own time at any tempo; null at the original one. */
export function lengthText(durationSeconds: number, tempoPercent: number): string | null {
  if (tempoPercent === 100) return null
  const lasting = clock(Math.round((durationSeconds * 100) / tempoPercent))
  return `At ${tempoPercent}%, ${clock(durationSeconds)} of the recording last ${lasting}. The clock shows the recording’s own time.`
}
