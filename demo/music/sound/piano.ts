// All piano notes of a piece, each a mixture of its key's soft and hard tone.

import type { Note } from '../score/performance.ts'
import { type PianoTone, pianoTone } from './piano-tone.ts'
import { sampleRate } from './sampling.ts'

const maxToneSeconds = 7
const releaseSeconds = 0.35
const releaseTimeConstant = 0.07

export function playPiano(
  notes: readonly Note[],
  { left, right }: { left: Float32Array; right: Float32Array },
  gain: number,
): void {
  const tones = makeTones(notes)
  for (const note of notes) {
    const tone = tones.get(note.midi)
    if (tone !== undefined) addNote(note, tone, { left, right }, gain)
  }
}

/** Each key's tone is computed once, as long as its longest note in this piece. */
function makeTones(notes: readonly Note[]): Map<number, PianoTone> {
  const longest = new Map<number, number>()
  for (const { midi, seconds } of notes)
    longest.set(midi, Math.max(longest.get(midi) ?? 0, seconds + releaseSeconds))
  return new Map(
    [...longest].map(([midi, seconds]) => [
      midi,
      pianoTone(midi, Math.min(seconds, maxToneSeconds)),
    ]),
  )
}

function addNote(
  { midi, velocity, startSeconds, seconds }: Note,
  { soft, hard }: PianoTone,
  { left, right }: { left: Float32Array; right: Float32Array },
  gain: number,
): void {
  const loudness = gain * velocity ** 1.3
  const hardness = Math.min(1, Math.max(0, 1.35 * velocity - 0.25))
  const softLevel = loudness * (1 - hardness)
  const hardLevel = loudness * hardness
  // From the player's position: low keys on the left.
  const side = Math.max(-1, Math.min(1, (midi - 62) / 40)) * 0.35
  const [toLeft, toRight] = [1 - side, 1 + side]
  const start = Math.round(startSeconds * sampleRate)
  const held = Math.round(seconds * sampleRate)
  const length = Math.min(
    soft.left.length,
    held + Math.round(releaseSeconds * sampleRate),
    left.length - start,
  )
  const damping = Math.exp(-1 / (releaseTimeConstant * sampleRate))
  // A tone that was cut short for length must still end in silence.
  const fadeFrom = length - Math.round(0.05 * sampleRate)
  let damper = 1
  for (let n = 0; n < length; n++) {
    if (n > held) damper *= damping
    const end = n > fadeFrom ? (length - n) / (length - fadeFrom) : 1
    const level = damper * end
    left[start + n]! += level * toLeft * (softLevel * soft.left[n]! + hardLevel * hard.left[n]!)
    right[start + n]! += level * toRight * (softLevel * soft.right[n]! + hardLevel * hard.right[n]!)
  }
}
