// A plucked string as a tuned, damped delay line (Karplus and Strong, extended by Jaffe and Smith).

import type { Random } from '../score/random.ts'
import { lowPassPole, sampleRate } from './sampling.ts'

export type StringKind = {
  /** Time in which the low E's fundamental falls by 60 dB; shorter on higher strings. */
  sustainSeconds: number
  /** The same for overtones near 3 kHz: the difference between steel and nylon. */
  overtoneSeconds: number
  /** Plucking position, as a fraction of the string's length from the bridge. */
  pluckPosition: number
  /** Above this frequency the pluck gets softer by 6 dB an octave; harder plucks raise it. */
  softAboveHertz: number
  /** Above this frequency it falls by 6 dB an octave more. */
  dullAboveHertz: number
  /** Time the pick or finger takes to release the string. */
  touchSeconds: number
  /** The share of pick or fingertip noise in the pluck. */
  noise: number
}

export const steelString: StringKind = {
  sustainSeconds: 7,
  overtoneSeconds: 1.5,
  pluckPosition: 0.15,
  softAboveHertz: 1500,
  dullAboveHertz: 7000,
  touchSeconds: 0.00012,
  noise: 0.18,
}

export const nylonString: StringKind = {
  sustainSeconds: 4.6,
  overtoneSeconds: 0.5,
  pluckPosition: 0.21,
  softAboveHertz: 1050,
  dullAboveHertz: 5500,
  touchSeconds: 0.00026,
  noise: 0.12,
}

export const bassString: StringKind = {
  sustainSeconds: 4.5,
  overtoneSeconds: 0.35,
  pluckPosition: 0.26,
  softAboveHertz: 420,
  dullAboveHertz: 2600,
  touchSeconds: 0.0009,
  noise: 0.08,
}

export type Pluck = {
  startSample: number
  samples: number
  hertz: number
  /** 0–1. */
  velocity: number
}

const lowestString = 82.4
const overtoneHertz = 3000
const stoppingSamples = 500

/** Adds one note to `out`, which may end before the note does. */
export function pluckString(
  out: Float32Array,
  pluck: Pluck,
  kind: StringKind,
  random: Random,
): void {
  const excitation = shapePluck(pluck, kind, random)
  const sustain = kind.sustainSeconds * (lowestString / pluck.hertz) ** 0.55
  // A string vibrates in two planes: across the top it loses its energy quickly, along the top
  // slowly and at almost the same pitch. Together they decay like a guitar.
  ring(out, pluck, excitation, {
    hertz: pluck.hertz * 0.99988,
    sustain: sustain * 0.6,
    overtone: kind.overtoneSeconds,
    gain: 0.72,
  })
  ring(out, pluck, excitation, {
    hertz: pluck.hertz * 1.00022,
    sustain: sustain * 1.2,
    overtone: kind.overtoneSeconds * 1.15,
    gain: 0.36,
  })
}

/** One period of the pluck's excitation; its mean is zero, otherwise the string would drift. */
function shapePluck({ hertz, velocity }: Pluck, kind: StringKind, random: Random): Float32Array {
  const length = Math.round(sampleRate / hertz)
  const raw = new Float32Array(length)
  for (let n = 0; n < length; n++) raw[n] = kind.noise * (random() * 2 - 1)
  // Not at the start of the period: the filters' rise is part of the sound of a soft attack.
  const touch = Math.min(length / 3, kind.touchSeconds * (1.3 - 0.6 * velocity) * sampleRate)
  const strength = (Math.sqrt(length) * (1 - kind.noise)) / Math.max(1, touch / 2)
  for (let n = 1; n < touch; n++)
    raw[Math.round(length * 0.06) + n]! +=
      strength * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / touch))

  const soft = lowPassPole(kind.softAboveHertz * (0.45 + velocity))
  const dull = lowPassPole(kind.dullAboveHertz * (0.6 + 0.7 * velocity))
  const smooth = new Float32Array(length)
  let first = 0
  let second = 0
  // Two passes, so that the filters have settled into the period.
  for (let n = 0; n < 2 * length; n++) {
    first += (1 - soft) * (raw[n % length]! - first)
    second += (1 - dull) * (first - second)
    smooth[n % length] = second
  }

  const reflected = Math.max(1, Math.round(kind.pluckPosition * length))
  const shaped = new Float32Array(length)
  let mean = 0
  for (let n = 0; n < length; n++) {
    shaped[n] = smooth[n]! - 0.94 * smooth[(n + length - reflected) % length]!
    mean += shaped[n]! / length
  }
  let energy = 0
  for (let n = 0; n < length; n++) {
    shaped[n]! -= mean
    energy += shaped[n]! ** 2 / length
  }
  const level = (0.45 * velocity ** 1.5) / Math.sqrt(energy + 1e-12)
  for (let n = 0; n < length; n++) shaped[n]! *= level
  return shaped
}

type Swing = { hertz: number; sustain: number; overtone: number; gain: number }

function ring(
  out: Float32Array,
  { startSample, samples }: Pluck,
  excitation: Float32Array,
  swing: Swing,
): void {
  const { delay, tuning, damping, loss } = designLoop(swing)
  const line = new Float32Array(delay)
  const end = Math.min(out.length, startSample + samples)
  const fade = Math.min(samples, stoppingSamples)
  const fadeFrom = startSample + samples - fade
  const stay = loss * (1 - damping)
  const pass = loss * damping
  let position = 0
  let tunedBefore = 0
  let lineBefore = 0
  for (let n = startSample; n < end; n++) {
    const age = n - startSample
    const delayed = line[position]!
    const tuned = tuning * (delayed - tunedBefore) + lineBefore
    let sample = stay * tuned + pass * tunedBefore
    if (age < excitation.length) sample += swing.gain * excitation[age]!
    lineBefore = delayed
    tunedBefore = tuned
    line[position] = sample
    position = position + 1 === delay ? 0 : position + 1
    // Stopping a string by hand takes a short time.
    out[n]! += n < fadeFrom ? sample : (sample * (startSample + samples - n)) / fade
  }
}

/** The loop whose total delay is exactly one period at the fundamental. */
function designLoop({ hertz, sustain, overtone }: Swing) {
  const angle = (2 * Math.PI * hertz) / sampleRate
  const damping = dampingFor(hertz, sustain, overtone)
  const gainAtFundamental = Math.sqrt(1 - 2 * damping * (1 - damping) * (1 - Math.cos(angle)))
  const loss = lossPerPeriod(hertz, sustain) / gainAtFundamental
  const dampingDelay =
    Math.atan2(damping * Math.sin(angle), 1 - damping + damping * Math.cos(angle)) / angle
  const wanted = sampleRate / hertz - dampingDelay
  // An all-pass delays most evenly over the overtones between half a sample and one and a half.
  const delay = Math.floor(wanted - 0.5)
  const rest = wanted - delay
  const tuning = Math.sin(((1 - rest) * angle) / 2) / Math.sin(((1 + rest) * angle) / 2)
  return { delay, tuning, damping, loss }
}

/** How much of the sample before the loop's low-pass mixes in, so that overtones decay as specified. */
function dampingFor(hertz: number, sustain: number, overtone: number): number {
  const ratio = lossPerPeriod(hertz, Math.min(overtone, sustain)) / lossPerPeriod(hertz, sustain)
  const atOvertone = 1 - Math.cos((2 * Math.PI * overtoneHertz) / sampleRate)
  const atFundamental = 1 - Math.cos((2 * Math.PI * hertz) / sampleRate)
  const product = (1 - ratio ** 2) / (2 * (atOvertone - ratio ** 2 * atFundamental))
  return (1 - Math.sqrt(1 - 4 * Math.min(0.25, product))) / 2
}

function lossPerPeriod(hertz: number, t60Seconds: number): number {
  return 10 ** (-3 / (hertz * t60Seconds))
}
