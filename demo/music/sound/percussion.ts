// A shaker and a cajon, from noise and two struck plates.

import type { Random } from '../score/random.ts'
import type { Note } from '../score/performance.ts'
import { decayFactor, lowPassPole, sampleRate } from './sampling.ts'

const shakeSeconds = 0.09
const hitSeconds = 0.28

/** Beads thrown against a shell: noise above 4 kHz that rises and stops. */
export function shake(out: Float32Array, note: Note, random: Random): void {
  const start = Math.round(note.startSeconds * sampleRate)
  const length = Math.min(Math.round(shakeSeconds * sampleRate), out.length - start)
  const lowPole = lowPassPole(4200)
  const highPole = lowPassPole(11_000)
  const swell = 0.022 * sampleRate
  const fall = decayFactor(0.016)
  let low = 0
  let smooth = 0
  let envelope = 0.3 * note.velocity ** 1.4
  for (let n = 0; n < length; n++) {
    const noise = random() * 2 - 1
    low += (1 - lowPole) * (noise - low)
    smooth += (1 - highPole) * (noise - low - smooth)
    if (n > swell) envelope *= fall
    out[start + n]! += smooth * envelope * Math.min(1, (n / swell) ** 2)
  }
}

/** The plate's middle (MIDI 36) is a falling low tone; its edge (38) a higher one with snares. */
export function hitCajon(out: Float32Array, note: Note, random: Random): void {
  const isSlap = note.midi === 38
  const start = Math.round(note.startSeconds * sampleRate)
  const length = Math.min(Math.round(hitSeconds * sampleRate), out.length - start)
  const hertz = isSlap ? 178 : 74
  const toneFall = decayFactor(isSlap ? 0.028 : 0.06)
  const noiseFall = decayFactor(isSlap ? 0.022 : 0.006)
  const pitchFall = decayFactor(0.02)
  const pole = lowPassPole(isSlap ? 5200 : 900)
  let tone = 0.42 * note.velocity
  let noise = (isSlap ? 0.3 : 0.25) * note.velocity
  let bend = 0.5
  let phase = 0
  let hiss = 0
  for (let n = 0; n < length; n++) {
    hiss += (1 - pole) * (random() * 2 - 1 - hiss)
    phase += (2 * Math.PI * hertz * (1 + bend)) / sampleRate
    const rise = Math.min(1, n / 40)
    const fade = Math.min(1, (length - n) / 400)
    out[start + n]! += rise * fade * (tone * Math.sin(phase) + noise * hiss)
    tone *= toneFall
    noise *= noiseFall
    bend *= pitchFall
  }
}
