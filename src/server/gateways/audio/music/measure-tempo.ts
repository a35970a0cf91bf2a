// The tempo of a recording: how regularly notes begin.

import { powerSpectra } from './spectra.ts'

/** `confidence` is from 0 to 1: the lead over another tempo, such as half or double of it. */
export type MeasuredTempo = { bpm: number; confidence: number }

const size = 512
const hop = 128
const bandCount = 24
const slowestBpm = 50
const fastestBpm = 200
/** Most songs are near this tempo: it decides between a tempo, its half and its double. */
const usualBpm = 105
const spreadOctaves = 0.75
/** The middle of a longer recording is measured. */
const maxSeconds = 120
const minSeconds = 4

/** Null where too little happens to tell. */
export function measureTempo(samples: Int16Array, rateHz: number): MeasuredTempo | null {
  const max = maxSeconds * rateHz
  const start = Math.max(0, Math.floor((samples.length - max) / 2))
  const onsets = onsetsOf(samples.subarray(start, start + max))
  const perSecond = rateHz / hop
  if (onsets.length < minSeconds * perSecond || onsets.every((onset) => onset === 0)) return null
  const similarity = similarities(onsets, Math.ceil((perSecond * 60 * 4) / slowestBpm) + 2)
  const [best, rival] = candidatesOf(similarity, perSecond)
  if (best === undefined || best.score <= 0) return null
  const lead = 1 - Math.max(0, rival?.score ?? 0) / best.score
  const pulse = pulseOf(onsets, similarity, (perSecond * 60) / best.bpm)
  const confidence = lead * Math.min(1, pulse / clearPulse)
  return {
    bpm: Math.round(refine(onsets, perSecond, best.bpm) * 10) / 10,
    confidence: Math.round(confidence * 100) / 100,
  }
}

/** How much louder each band has become since the window before, above what is usual around that time. */
function onsetsOf(samples: Int16Array): Float64Array {
  const edges = bandEdges()
  let before = new Float64Array(bandCount)
  const rises: number[] = []
  for (const powers of powerSpectra(samples, { size, hop })) {
    const bands = new Float64Array(bandCount)
    for (let band = 0; band < bandCount; band++) {
      let power = 0
      for (let at = edges[band] ?? 0; at < (edges[band + 1] ?? 0); at++) power += powers[at] ?? 0
      bands[band] = Math.log1p(1000 * power)
    }
    rises.push(bands.reduce((sum, level, at) => sum + Math.max(0, level - (before[at] ?? 0)), 0))
    before = bands
  }
  return aboveSurroundings(rises)
}

/** Growing widths, at least one step each. */
function bandEdges(): number[] {
  const edges = [1]
  for (let band = 1; band <= bandCount; band++) {
    const share = (10 ** ((1.3 * band) / bandCount) - 1) / (10 ** 1.3 - 1)
    edges.push(Math.max((edges.at(-1) ?? 0) + 1, Math.round(1 + (size / 2 - 2) * share)))
  }
  return edges
}

const surroundingWindows = 35

function aboveSurroundings(rises: number[]): Float64Array {
  const sums = new Float64Array(rises.length + 1)
  for (const [at, rise] of rises.entries()) sums[at + 1] = (sums[at] ?? 0) + rise
  return Float64Array.from(rises, (rise, at) => {
    const from = Math.max(0, at - surroundingWindows)
    const to = Math.min(rises.length, at + surroundingWindows)
    return Math.max(0, rise - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from))
  })
}

type Candidate = { bpm: number; score: number }

/** The best tempo, and the best one that is neither it nor near it. */
function candidatesOf(similarity: Float64Array, perSecond: number): Candidate[] {
  const candidates: Candidate[] = []
  for (let bpm = slowestBpm; bpm <= fastestBpm; bpm += 0.25) {
    const beat = (perSecond * 60) / bpm
    const score =
      between(similarity, beat) +
      0.7 * between(similarity, 2 * beat) +
      0.35 * between(similarity, 3 * beat) +
      0.5 * between(similarity, 4 * beat) +
      0.3 * between(similarity, beat / 2)
    const octaves = Math.log2(bpm / usualBpm) / spreadOctaves
    candidates.push({ bpm, score: score * Math.exp(-0.5 * octaves ** 2) })
  }
  const sorted = candidates.toSorted((one, other) => other.score - one.score)
  const best = sorted[0]
  const rival = sorted.find(
    ({ bpm }) => best !== undefined && Math.abs(Math.log2(bpm / best.bpm)) > 0.2,
  )
  return [best, rival].filter((one) => one !== undefined)
}

/** In noise, onsets a beat apart are no more alike than any two. */
const clearPulse = 0.2

/** How alike onsets a beat apart are: 1 for a metronome, 0 for noise. */
function pulseOf(onsets: Float64Array, similarity: Float64Array, beat: number): number {
  const chance = (onsets.reduce((sum, onset) => sum + onset, 0) / onsets.length) ** 2
  const whole = (similarity[0] ?? 0) - chance
  return whole <= 0 ? 0 : Math.max(0, (between(similarity, beat) - chance) / whole)
}

/** How similar the onsets are to themselves, moved by each number of windows. */
function similarities(onsets: Float64Array, max: number): Float64Array {
  return Float64Array.from({ length: max }, (_, lag) => {
    let sum = 0
    for (let at = lag; at < onsets.length; at++) sum += (onsets[at] ?? 0) * (onsets[at - lag] ?? 0)
    return lag < onsets.length ? sum / (onsets.length - lag) : 0
  })
}

function between(values: Float64Array, position: number): number {
  const at = Math.floor(position)
  const share = position - at
  return (values[at] ?? 0) * (1 - share) + (values[at + 1] ?? 0) * share
}

/** The tempo near `bpm` whose beat, half and quarter the onsets follow best over the whole recording. */
function refine(onsets: Float64Array, perSecond: number, bpm: number): number {
  let best: Candidate = { bpm, score: -1 }
  for (let near = bpm * 0.97; near <= bpm * 1.03; near += 0.05) {
    const perWindow = (2 * Math.PI * near) / 60 / perSecond
    const score = [1, 2, 4].reduce((sum, part) => sum + strengthAt(onsets, perWindow * part), 0)
    if (score > best.score) best = { bpm: near, score }
  }
  return best.bpm
}

/** The strength of one frequency, by turning a pointer instead of computing each angle. */
function strengthAt(onsets: Float64Array, angle: number): number {
  const [turnX, turnY] = [Math.cos(angle), Math.sin(angle)]
  let [x, y] = [1, 0]
  let [sumX, sumY] = [0, 0]
  for (const onset of onsets) {
    sumX += onset * x
    sumY += onset * y
    const next = x * turnX - y * turnY
    y = x * turnY + y * turnX
    x = next
  }
  return Math.hypot(sumX, sumY)
}
