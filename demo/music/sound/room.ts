// A small wooden room: a few early reflections and a smooth tail from eight cross-coupled delays.

import { lowPassPole, sampleRate } from './sampling.ts'

const tailSeconds = 1.25
const preDelaySamples = 530
/** Prime lengths between 30 and 65 ms: their echoes never coincide. */
const lineLengths = [1361, 1553, 1741, 1949, 2161, 2381, 2609, 2851]
const reflections = [
  { samples: 397, left: 0.34, right: 0.12 },
  { samples: 619, left: 0.1, right: 0.31 },
  { samples: 887, left: 0.24, right: 0.1 },
  { samples: 1129, left: 0.08, right: 0.22 },
]
const lineSize = 4096
const mask = lineSize - 1

/** Adds the room to both channels in place. `wet` 0.3 is a close microphone. */
export function addRoom(left: Float32Array, right: Float32Array, wet: number): void {
  const lines = lineLengths.map((samples) => ({
    memory: new Float32Array(lineSize),
    samples,
    gain: 10 ** ((-3 * samples) / (sampleRate * tailSeconds)),
    dulled: 0,
  }))
  const dry = { left: new Float32Array(lineSize), right: new Float32Array(lineSize) }
  const values = new Float64Array(8)
  const bright = 1 - lowPassPole(4800)
  for (let n = 0; n < left.length; n++) {
    const now = n & mask
    dry.left[now] = left[n]!
    dry.right[now] = right[n]!
    for (let i = 0; i < 8; i++) {
      const line = lines[i]!
      line.dulled += bright * (line.memory[(n - line.samples) & mask]! - line.dulled)
      values[i] = line.dulled * line.gain
    }
    const tailLeft = values[0]! - values[2]! + values[4]! - values[6]!
    const tailRight = values[1]! - values[3]! + values[5]! - values[7]!
    crossAll(values)
    const inLeft = dry.left[(n - preDelaySamples) & mask]!
    const inRight = dry.right[(n - preDelaySamples) & mask]!
    for (let i = 0; i < 8; i++)
      lines[i]!.memory[now] = values[i]! + 0.5 * ((i & 1) === 0 ? inLeft : inRight)

    let earlyLeft = 0
    let earlyRight = 0
    for (const reflection of reflections) {
      const at = (n - reflection.samples) & mask
      earlyLeft += reflection.left * dry.left[at]! + reflection.right * dry.right[at]!
      earlyRight += reflection.right * dry.left[at]! + reflection.left * dry.right[at]!
    }
    left[n]! += wet * (0.6 * earlyLeft + tailLeft)
    right[n]! += wet * (0.6 * earlyRight + tailRight)
  }
}

const hadamardScale = 1 / Math.sqrt(8)

/** The Hadamard matrix: every delay line feeds every delay line, and the energy is preserved. */
function crossAll(values: Float64Array): void {
  for (let half = 1; half < 8; half *= 2)
    for (let block = 0; block < 8; block += 2 * half)
      for (let i = block; i < block + half; i++) {
        const a = values[i]!
        const b = values[i + half]!
        values[i] = a + b
        values[i + half] = a - b
      }
  for (let i = 0; i < 8; i++) values[i]! *= hadamardScale
}
