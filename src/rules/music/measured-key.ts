// When the key that a recording sounds like contradicts the one that its artist wrote: then the artist says which it is.

import { keyLabel, parseKey, pitchClassOf } from './musical-key.ts'

export type MeasuredKey = {
  measuredKey: string | null
  /** From 0 to 1. */
  measuredKeyConfidence: number | null
}

/** At this confidence no measured key of the demo's recordings is wrong (`npm run bench -- audio`). */
export const minKeyConfidence = 0.3

/** The artist stands by the written key, or takes over the measured one. */
export const keyAnswers = ['as_written', 'as_measured'] as const
export type KeyAnswer = (typeof keyAnswers)[number]

/** 'You wrote C, it sounds like G. Which is it?'; null if the two agree, or one of them is not known. */
export function questionAboutKey(written: string | null, measured: MeasuredKey): string | null {
  if (!contradicts(written, measured)) return null
  return `You wrote ${keyLabel(written)}, it sounds like ${keyLabel(measured.measuredKey)}. Which is it?`
}

type KeyClaim = {
  written: string | null
  measured: MeasuredKey
  answer: KeyAnswer | null
  /** As it is stored: a key that is not changed was answered for, or published before there was a question. */
  before?: { keySignature: string | null; isKeyStated: boolean }
}

/** `isKeyStated`: the recording sounds like another key, and the artist stands by this one. */
export type SettledKey = { keySignature: string | null; isKeyStated: boolean }

/** Returns null while the artist has to answer. */
export function settleKey({ written, measured, answer, before }: KeyClaim): SettledKey | null {
  if (!contradicts(written, measured)) return { keySignature: written, isKeyStated: false }
  if (answer === 'as_measured') return { keySignature: measured.measuredKey, isKeyStated: false }
  if (answer === 'as_written') return { keySignature: written, isKeyStated: true }
  const isUnchanged = before !== undefined && keyLabel(before.keySignature) === keyLabel(written)
  return isUnchanged ? { keySignature: written, isKeyStated: before.isKeyStated } : null
}

function contradicts(written: string | null, measured: MeasuredKey): boolean {
  if ((measured.measuredKeyConfidence ?? 0) < minKeyConfidence) return false
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
