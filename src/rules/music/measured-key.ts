// When the key that a recording sounds like contradicts the one that its artist wrote. It is advice: nothing is changed.

import { keyLabel, parseKey, pitchClassOf } from '../musical-key.ts'

export type MeasuredKey = {
  measuredKey: string | null
  /** From 0 to 1. */
  measuredKeyConfidence: number | null
}

/** At this confidence no measured key of the demo's recordings is wrong (`npm run bench -- audio`). */
export const leastKeyConfidence = 0.3

/** 'You wrote C, it sounds like G. Which is it?'; null if the two agree, or one of them is not known. */
export function questionAboutKey(written: string | null, measured: MeasuredKey): string | null {
  if (!contradicts(written, measured)) return null
  return `You wrote ${keyLabel(written)}, it sounds like ${keyLabel(measured.measuredKey)}. Which is it?`
}

function contradicts(written: string | null, measured: MeasuredKey): boolean {
  if ((measured.measuredKeyConfidence ?? 0) < leastKeyConfidence) return false
  const [claimed, heard] = [notesOf(written), notesOf(measured.measuredKey)]
  return claimed !== null && heard !== null && claimed !== heard
}

/** The major key with the same notes: C sharp is D flat, and A minor has the notes of C. */
function notesOf(key: string | null): number | null {
  const parsed = parseKey(key)
  const tonic = pitchClassOf(parsed)
  if (tonic === null) return null
  return parsed.isMinor ? (tonic + 3) % 12 : tonic
}
