// Sound analysis for tests: the strength of single frequencies in a recording.

import { hertzOf, sampleRate } from './sound/sampling.ts'

/** The left channel of a WAV file from `wav.ts`, −1 to 1. */
export function readLeftChannel(wav: Buffer): Float32Array {
  const frames = (wav.length - 44) / 4
  return Float32Array.from({ length: frames }, (_, n) => wav.readInt16LE(44 + n * 4) / 32_768)
}

/** The magnitude at one frequency of a sound under a Hann window (Goertzel's recurrence). */
function magnitudeAt(windowed: Float32Array, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate)
  let [last, beforeLast] = [0, 0]
  for (let n = 0; n < windowed.length; n++) {
    const next = windowed[n]! + turn * last - beforeLast
    beforeLast = last
    last = next
  }
  return Math.sqrt(last ** 2 + beforeLast ** 2 - turn * last * beforeLast) / windowed.length
}

function underHannWindow(sound: Float32Array): Float32Array {
  return sound.map((sample, n) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / sound.length)))
}

/** Distance of the strongest frequency near `hertz` from it, searched over ±30 cents. */
export function centsOff(sound: Float32Array, hertz: number): number {
  const candidates = Array.from({ length: 121 }, (_, index) => (index - 60) / 2)
  const windowed = underHannWindow(sound)
  const strengths = candidates.map((cents) => magnitudeAt(windowed, hertz * 2 ** (cents / 1200)))
  return candidates[strengths.indexOf(Math.max(...strengths))] ?? Number.NaN
}

/** How strongly each pitch class, C first, sounds between C3 and B4. */
export function chromaOf(sound: Float32Array): number[] {
  const chroma = Array.from({ length: 12 }, () => 0)
  const window = Math.round(0.4 * sampleRate)
  for (let from = 0; from + window <= sound.length; from += 2 * window) {
    const heard = underHannWindow(sound.subarray(from, from + window))
    for (let midi = 48; midi < 72; midi++) chroma[midi % 12]! += magnitudeAt(heard, hertzOf(midi))
  }
  return chroma
}

/** The major or minor triad whose three notes are the strongest together. */
export function strongestTriad(chroma: readonly number[]): { root: number; isMinor: boolean } {
  const triads = [false, true].flatMap((isMinor) =>
    Array.from({ length: 12 }, (_, root) => ({ root, isMinor })),
  )
  const strengths = triads.map(({ root, isMinor }) =>
    [0, isMinor ? 3 : 4, 7].reduce((sum, step) => sum + (chroma[(root + step) % 12] ?? 0), 0),
  )
  return triads[strengths.indexOf(Math.max(...strengths))] ?? { root: 0, isMinor: false }
}
