// Which of the twelve pitch classes sound in a recording, and how strongly.

import { powerSpectra } from './spectra.ts'

/** Twelve strengths from C on; together 1, or all 0 in silence. */
export type PitchClasses = Float64Array

export type Pitches = {
  whole: PitchClasses
  /** The classes of the lowest notes only. */
  bass: PitchClasses
  /** Of the first and the last seconds: songs mostly begin and end on their key's chord. */
  first: PitchClasses
  last: PitchClasses
}

type Partial = { hz: number; strength: number }

const size = 8192
const minHop = 4096
/** Longer recordings are measured at larger distances. */
const maxWindows = 600
const lowestHz = 60
const highestHz = 2200
const highestBassHz = 200
const quietest = 1e-7
const edgeWindows = 7

export function measurePitches(samples: Int16Array, rateHz: number): Pitches {
  const hop = Math.max(minHop, Math.floor(samples.length / maxWindows))
  const windows = Array.from(powerSpectra(samples, { size, hop }), (powers) =>
    findPartials(powers, rateHz),
  ).filter((partials) => partials.length > 0)
  const tuning = tuningOf(windows)
  const classes = windows.map((partials) => pitchClassesOf(partials, tuning))
  return {
    whole: sumOf(classes),
    bass: sumOf(windows.map((partials) => bassClassesOf(partials, tuning))),
    first: sumOf(classes.slice(0, edgeWindows)),
    last: sumOf(classes.slice(-edgeWindows)),
  }
}

/** The local maxima of a spectrum, their frequencies interpolated between its steps. */
function findPartials(powers: Float64Array, rateHz: number): Partial[] {
  const highest = powers.reduce((max, power) => Math.max(max, power), 0)
  if (highest < quietest) return []
  const step = rateHz / size
  const partials: Partial[] = []
  const last = Math.min(powers.length - 2, Math.floor(highestHz / step))
  for (let at = Math.ceil(lowestHz / step); at <= last; at++) {
    const [before = 0, here = 0, after = 0] = [powers[at - 1], powers[at], powers[at + 1]]
    // 1/250 of the highest magnitude: below it are side lobes and noise.
    if (here <= before || here < after || here < highest / 62_500) continue
    const [left, centre, right] = [Math.log(before), Math.log(here), Math.log(after)]
    const offset = (0.5 * (left - right)) / (left - 2 * centre + right)
    partials.push({ hz: (at + offset) * step, strength: Math.sqrt(Math.sqrt(here / highest)) })
  }
  return partials
}

const semitonesAboveA4 = (hz: number) => 12 * Math.log2(hz / 440)

/** How far the instruments are from 440 Hz, in semitones from -0.5 to 0.5: the mean angle on a circle of one semitone. */
function tuningOf(windows: Partial[][]): number {
  let [x, y] = [0, 0]
  for (const { hz, strength } of windows.flat()) {
    const angle = 2 * Math.PI * semitonesAboveA4(hz)
    x += strength ** 2 * Math.cos(angle)
    y += strength ** 2 * Math.sin(angle)
  }
  return Math.atan2(y, x) / (2 * Math.PI)
}

/** A partial counts for the note it is, and less for each lower note of which it may be an overtone. */
const overtoneWeights = [1, 0.55, 0.3, 0.17]

function pitchClassesOf(partials: Partial[], tuning: number): PitchClasses {
  const classes = new Float64Array(12)
  for (const { hz, strength } of partials)
    for (const [overtone, weight] of overtoneWeights.entries()) {
      const fundamental = hz / (overtone + 1)
      if (fundamental < lowestHz - 5) break
      add(classes, semitonesAboveA4(fundamental) - tuning, weight * strength)
    }
  return normalise(classes)
}

function bassClassesOf(partials: Partial[], tuning: number): PitchClasses {
  const classes = new Float64Array(12)
  for (const { hz, strength } of partials)
    if (hz < highestBassHz) add(classes, semitonesAboveA4(hz) - tuning, strength)
  return normalise(classes)
}

/** A frequency between two notes counts for neither. */
function add(classes: PitchClasses, semitones: number, strength: number): void {
  const nearest = Math.round(semitones)
  const distance = semitones - nearest
  const pitchClass = (((nearest + 9) % 12) + 12) % 12
  classes[pitchClass] = (classes[pitchClass] ?? 0) + strength * Math.exp(-(distance ** 2) / 0.045)
}

function sumOf(all: PitchClasses[]): PitchClasses {
  const sum = new Float64Array(12)
  for (const classes of all)
    for (const [at, strength] of classes.entries()) sum[at] = (sum[at] ?? 0) + strength
  return normalise(sum)
}

function normalise(classes: PitchClasses): PitchClasses {
  const total = classes.reduce((sum, strength) => sum + strength, 0)
  return total === 0 ? classes : classes.map((strength) => strength / total)
}
