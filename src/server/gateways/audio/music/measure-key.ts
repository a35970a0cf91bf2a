// The key that a recording sounds like, by how well its pitch classes fit each of the 24 keys.

import { measurePitches, type PitchClasses, type Pitches } from './pitches.ts'

/** `confidence` is from 0 to 1, of the pair of a key and its relative: these two have the same notes. */
export type MeasuredKey = { key: string; confidence: number }

/** How often each degree sounds in music of a key, from the tonic on: counts of H. Bellman and H. Budge. */
const degreesOf = {
  major: [16.8, 0.86, 12.95, 1.41, 13.49, 11.93, 1.25, 20.28, 1.8, 8.04, 0.62, 10.57],
  minor: [18.16, 0.69, 12.99, 13.34, 1.07, 11.15, 1.38, 21.07, 7.49, 1.53, 0.92, 10.21],
}

/** As they are mostly written. */
const names = {
  major: ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'],
  minor: ['Cm', 'C#m', 'Dm', 'Ebm', 'Em', 'Fm', 'F#m', 'Gm', 'G#m', 'Am', 'Bbm', 'Bm'],
}

type Mode = keyof typeof degreesOf
type Candidate = { key: string; tonic: number; mode: Mode; score: number }

/** Null in silence. */
export function measureKey(samples: Int16Array, rateHz: number): MeasuredKey | null {
  const pitches = measurePitches(samples, rateHz)
  if (pitches.whole.every((strength) => strength === 0)) return null
  const candidates = (['major', 'minor'] as const).flatMap((mode) =>
    names[mode].map((key, tonic) => ({ key, tonic, mode, score: scoreOf(pitches, tonic, mode) })),
  )
  const [best, ...others] = candidates.toSorted((one, other) => other.score - one.score)
  const rival = others.find((other) => best !== undefined && !areRelative(best, other))
  if (best === undefined || rival === undefined) return null
  return { key: best.key, confidence: confidenceOf(best.score - rival.score, pitches.whole) }
}

/** A key and its relative differ in what the music begins with, ends with and stands on. */
function scoreOf({ whole, bass, first, last }: Pitches, tonic: number, mode: Mode): number {
  const third = (tonic + (mode === 'major' ? 4 : 3)) % 12
  const at = (classes: PitchClasses, pitchClass: number) => classes[pitchClass] ?? 0
  const edges =
    at(last, tonic) +
    0.5 * at(last, third) +
    0.5 * at(first, tonic) +
    0.3 * at(first, third) +
    at(bass, tonic)
  const degrees = Float64Array.from(
    whole,
    (_, pitchClass) => degreesOf[mode][(pitchClass - tonic + 12) % 12] ?? 0,
  )
  return correlation(whole, degrees) + 0.6 * edges
}

function areRelative(one: Candidate, other: Candidate): boolean {
  if (one.mode === other.mode) return false
  const [major, minor] = one.mode === 'major' ? [one, other] : [other, one]
  return (major.tonic + 9) % 12 === minor.tonic
}

/** A lead of this much is certain; in noise all pitch classes sound alike, and a lead means nothing. */
const certainLead = 0.3
const evenness = { ofNoise: 0.25, ofMusic: 0.5 }

function confidenceOf(lead: number, whole: PitchClasses): number {
  const { ofNoise, ofMusic } = evenness
  const unevenness = 12 * Math.sqrt(mean(whole.map((strength) => (strength - 1 / 12) ** 2)))
  const share = (value: number) => Math.min(1, Math.max(0, value))
  const confidence = share(lead / certainLead) * share((unevenness - ofNoise) / (ofMusic - ofNoise))
  return Math.round(confidence * 100) / 100
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function correlation(one: Float64Array, other: Float64Array): number {
  const [ofOne, ofOther] = [deviations(one), deviations(other)]
  const product = dot(ofOne, ofOther)
  return product / (Math.sqrt(dot(ofOne, ofOne) * dot(ofOther, ofOther)) || 1)
}

function deviations(values: Float64Array): Float64Array {
  const average = mean(values)
  return values.map((value) => value - average)
}

function dot(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}
