// A pianist's right hand: the inversion nearest to the previous chord.

import { atOrAbove, type Chord, chordIntervals, pitchClass } from './chords.ts'

const lowestStart = 55
const highestStart = 64
const comfortableCentre = 64

/** MIDI notes, lowest first. */
export function pianoVoicing(chord: Chord, previous: readonly number[] | null): number[] {
  const pitches = chordIntervals[chord.quality].map((interval) => pitchClass(chord.root + interval))
  const inversions: number[][] = []
  for (let lowest = lowestStart; lowest <= highestStart; lowest++) {
    if (!pitches.includes(pitchClass(lowest))) continue
    inversions.push(pitches.map((pitch) => atOrAbove(pitch, lowest)).toSorted((a, b) => a - b))
  }
  const costs = inversions.map((notes) => distance(notes, previous))
  return inversions[costs.indexOf(Math.min(...costs))] ?? []
}

function distance(notes: readonly number[], previous: readonly number[] | null): number {
  const drift = Math.abs(centre(notes) - comfortableCentre)
  if (previous === null) return drift
  const moves = notes.map((note) =>
    Math.min(...previous.map((earlier) => Math.abs(note - earlier))),
  )
  // Without the weight towards the centre a long progression would leave the keyboard.
  return moves.reduce((sum, move) => sum + move, 0) + 0.5 * drift
}

function centre(notes: readonly number[]): number {
  return notes.reduce((sum, note) => sum + note, 0) / notes.length
}
