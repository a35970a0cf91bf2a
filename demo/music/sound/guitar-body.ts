// The resonances of a guitar's air and top, recorded by two microphones.

import { sampleRate } from './sampling.ts'

type Mode = { hertz: number; q: number; left: number; right: number }

export type Body = { direct: number; modes: readonly Mode[] }

/** A large steel-string guitar: deep air mode, bright upper plate modes. */
export const steelBody: Body = {
  direct: 0.5,
  modes: [
    { hertz: 99, q: 7, left: 2.1, right: 2.1 },
    { hertz: 187, q: 9, left: 2.5, right: 2.3 },
    { hertz: 226, q: 11, left: 1, right: 1.3 },
    { hertz: 281, q: 13, left: 1.1, right: 0.6 },
    { hertz: 392, q: 15, left: 0.6, right: 1 },
    { hertz: 516, q: 17, left: 0.7, right: 0.35 },
    { hertz: 664, q: 20, left: 0.25, right: 0.6 },
    { hertz: 905, q: 18, left: 0.5, right: 0.2 },
    { hertz: 1290, q: 14, left: 0.2, right: 0.45 },
    { hertz: 1980, q: 9, left: 0.4, right: 0.22 },
    { hertz: 3050, q: 6, left: 0.25, right: 0.36 },
    { hertz: 5200, q: 3, left: 0.3, right: 0.24 },
  ],
}

/** A smaller nylon-string guitar: rounder, its air mode higher, little above 3 kHz. */
export const nylonBody: Body = {
  direct: 0.5,
  modes: [
    { hertz: 104, q: 8, left: 2.1, right: 2.1 },
    { hertz: 204, q: 10, left: 2, right: 2.3 },
    { hertz: 262, q: 12, left: 1.3, right: 0.8 },
    { hertz: 348, q: 14, left: 0.7, right: 1.1 },
    { hertz: 455, q: 16, left: 0.9, right: 0.5 },
    { hertz: 598, q: 18, left: 0.35, right: 0.6 },
    { hertz: 810, q: 18, left: 0.45, right: 0.25 },
    { hertz: 1150, q: 14, left: 0.2, right: 0.4 },
    { hertz: 1720, q: 10, left: 0.35, right: 0.2 },
    { hertz: 2600, q: 7, left: 0.2, right: 0.3 },
    { hertz: 4300, q: 4, left: 0.2, right: 0.2 },
  ],
}

/** An upright bass: its large body amplifies the fundamental and weakens the rest. */
export const bassBody: Body = {
  direct: 0.6,
  modes: [
    { hertz: 61, q: 5, left: 1.3, right: 1.3 },
    { hertz: 103, q: 6, left: 1.2, right: 1.2 },
    { hertz: 165, q: 7, left: 0.8, right: 0.8 },
    { hertz: 420, q: 6, left: 0.4, right: 0.4 },
    { hertz: 1100, q: 4, left: 0.35, right: 0.35 },
  ],
}

/** Small enough for the working set to stay in the processor's cache. */
const blockSamples = 8192

type Channels = { left: Float32Array; right: Float32Array }

/** Adds the strings' sound, as the body radiates it, to both channels. */
export function resonate(
  strings: Float32Array,
  body: Body,
  mix: Channels,
  gain: { left: number; right: number },
): void {
  const resonators = body.modes.map((mode) => resonatorFor(mode, gain))
  for (let from = 0; from < strings.length; from += blockSamples) {
    const to = Math.min(strings.length, from + blockSamples)
    for (let n = from; n < to; n++) {
      mix.left[n]! += strings[n]! * body.direct * gain.left
      mix.right[n]! += strings[n]! * body.direct * gain.right
    }
    for (const resonator of resonators) runResonator(resonator, strings, mix, { from, to })
  }
}

/** A band-pass with peak gain 1, with the last two input and output samples. */
function resonatorFor(mode: Mode, gain: { left: number; right: number }) {
  const angle = (2 * Math.PI * mode.hertz) / sampleRate
  const width = Math.sin(angle) / (2 * mode.q)
  return {
    input: width / (1 + width),
    feedback1: (2 * Math.cos(angle)) / (1 + width),
    feedback2: (1 - width) / (1 + width),
    toLeft: mode.left * gain.left,
    toRight: mode.right * gain.right,
    state: { in1: 0, in2: 0, out1: 0, out2: 0 },
  }
}

function runResonator(
  { input, feedback1, feedback2, toLeft, toRight, state }: ReturnType<typeof resonatorFor>,
  strings: Float32Array,
  { left, right }: Channels,
  { from, to }: { from: number; to: number },
): void {
  // Stored in local variables: numbers in an object or a closure are allocated again at each step.
  let { in1, in2, out1, out2 } = state
  for (let n = from; n < to; n++) {
    const sample = strings[n]!
    const out = input * (sample - in2) + feedback1 * out1 - feedback2 * out2
    in2 = in1
    in1 = sample
    out2 = out1
    out1 = out
    left[n]! += out * toLeft
    right[n]! += out * toRight
  }
  Object.assign(state, { in1, in2, out1, out2 })
}
