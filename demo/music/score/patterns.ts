// The right hand's patterns for a bar, by metre: strums, picked strings, broken chords.

import type { Meter } from './music-spec.ts'

type Choices = readonly [string, ...string[]]

/**
 * One character per step, steps even over the bar. D and d are down strokes (all strings, the upper four),
 * U and u up strokes, B and b the bass string and the one a fifth away, x damped strings.
 */
export const strumPatterns: Record<Meter, { calm: Choices; lively: Choices }> = {
  '4/4': {
    calm: ['D...d.du', 'D...d...u.d.d.du', 'B.d.b.du'],
    lively: ['D.du.udu', 'D.d.x.du.ud.x.du', 'D.dud.du'],
  },
  '3/4': { calm: ['B.d.d.', 'D...d.', 'D...du'], lively: ['D.dud.', 'B.dudu', 'D.dudu'] },
  '6/8': { calm: ['D..d..', 'D..d.u'], lively: ['D.uD.u', 'D.dd.u', 'D.ud.u'] },
}

/** For swung pieces: four beats to the bar with an upbeat, and one with damped second and fourth beats. */
export const swungStrums: Choices = ['D.d.D.du', 'B.x.b.xu', 'D.du.ud.']

/** Steps are separated by spaces. B and b are the thumb, 1–4 the strings from the highest down. */
export const pickingPatterns: Record<Meter, Choices> = {
  '4/4': ['B 3 2 1 b 3 2 3', 'B1 . b 2 B 3 b 2', 'B . 3 2 b1 3 2 3', 'B2 3 b 1 B 3 b 2'],
  '3/4': ['B 3 2 1 2 3', 'B . 32 . 21 3', 'B 3 21 3 2 3'],
  '6/8': ['B 3 2 1 2 3', 'B 3 2 b 3 2', 'B 2 3 1 3 2'],
}

/** Steps count up the spread chord: 0 the root in the bass, 1 the fifth, 2 the octave, and on. */
export const brokenChords: Record<Meter, Choices> = {
  '4/4': ['0 1 2 3 4 3 2 1', '0 2 3 4 5 4 3 2', '0 1 2 4 3 4 2 1'],
  '3/4': ['0 1 2 3 4 3', '0 2 3 4 3 2', '0 1 3 4 3 2'],
  '6/8': ['0 1 2 3 4 2', '0 2 4 5 4 2', '0 1 2 4 3 2'],
}
