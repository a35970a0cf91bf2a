// A piano key's sound, built from the partials of stiff strings, once soft and once hard.

import { seededRandom } from '../score/random.ts'
import { decayFactor, hertzOf, lowPassPole, sampleRate } from './sampling.ts'

type Stereo = { left: Float32Array; right: Float32Array }

/** A note's colour lies between the two; their partials are in phase, so they mix cleanly. */
export type PianoTone = { soft: Stereo; hard: Stereo }

const highestPartialHertz = 10_500
const maxPartials = 44
/** Fraction of the string's length: not exactly an eighth, so that no partial is completely missing. */
const hammerPosition = 0.121
const softHammerHertz = 950
const hardHammerHertz = 2900
/** A partial is left out once it is this much weaker than the tone's beginning. */
const inaudible = 6e-5

export function pianoTone(midi: number, seconds: number): PianoTone {
  const length = Math.ceil(seconds * sampleRate)
  const silence = () => new Float32Array(length)
  const tone = {
    soft: { left: silence(), right: silence() },
    hard: { left: silence(), right: silence() },
  }
  const random = seededRandom(midi * 977)
  const fundamental = hertzOf(midi)
  const stiffness = 1.6e-4 * 2 ** ((midi - 48) / 9)
  for (let k = 1; k <= maxPartials; k++) {
    // Divided by the first partial's stretch, so that the note itself stays in tune.
    const stretch = Math.sqrt((1 + stiffness * k * k) / (1 + stiffness))
    const hertz = k * fundamental * stretch
    if (hertz > highestPartialHertz) break
    addPartial(tone, { hertz, midi, k, spread: 0.7 + 0.6 * random() })
  }
  addHammer(tone.hard, midi, 0.05)
  addHammer(tone.soft, midi, 0.012)
  level(tone.hard, 0.17)
  level(tone.soft, 0.17)
  return tone
}

type Partial = { hertz: number; midi: number; k: number; spread: number }

/** Two slightly detuned strings that decay fast together, and the slow decay that follows. */
function addPartial(tone: PianoTone, { hertz, midi, k, spread }: Partial): void {
  const comb = Math.sin(Math.PI * k * hammerPosition) / k ** 0.45
  // The soundboard is too small to radiate the lowest partials well.
  const radiation = hertz ** 2 / (hertz ** 2 + 85 ** 2)
  const soft = comb * radiation * Math.exp(-hertz / softHammerHertz)
  const hard = comb * radiation * Math.exp(-hertz / hardHammerHertz)
  const loudest = Math.max(Math.abs(soft), Math.abs(hard))
  if (loudest < inaudible) return

  const register = 2 ** (-(midi - 60) / 15)
  const prompt = (1.0 * register) / (1 + 0.07 * k + hertz / 5200)
  const after = (3.6 * register) / (1 + 0.05 * k + hertz / 4200)
  const length = Math.min(
    tone.soft.left.length,
    Math.ceil(after * Math.log(loudest / inaudible) * sampleRate),
  )
  const flat = decayingSine(hertz * (1 - 0.00019 * spread), prompt)
  const sharp = decayingSine(hertz * (1 + 0.00023 * spread), prompt * 0.93)
  const slow = decayingSine(hertz, after)
  const { soft: softTone, hard: hardTone } = tone
  let [flat1, flat2, sharp1, sharp2, slow1, slow2] = [
    flat.before,
    0,
    sharp.before,
    0,
    slow.before,
    0,
  ]
  for (let n = 1; n < length; n++) {
    const left = 0.52 * flat1 + 0.34 * sharp1 + 0.14 * slow1
    const right = 0.34 * flat1 + 0.52 * sharp1 + 0.14 * slow1
    softTone.left[n]! += soft * left
    softTone.right[n]! += soft * right
    hardTone.left[n]! += hard * left
    hardTone.right[n]! += hard * right
    const flatNext = flat.turn * flat1 - flat.shrink * flat2
    const sharpNext = sharp.turn * sharp1 - sharp.shrink * sharp2
    const slowNext = slow.turn * slow1 - slow.shrink * slow2
    flat2 = flat1
    flat1 = flatNext
    sharp2 = sharp1
    sharp1 = sharpNext
    slow2 = slow1
    slow1 = slowNext
  }
}

/** x[n] = turn·x[n−1] − shrink·x[n−2] is a decaying sine that begins at zero, therefore without a click. */
function decayingSine(hertz: number, timeConstantSeconds: number) {
  const angle = (2 * Math.PI * hertz) / sampleRate
  const factor = decayFactor(timeConstantSeconds)
  return {
    before: factor * Math.sin(angle),
    turn: 2 * factor * Math.cos(angle),
    shrink: factor ** 2,
  }
}

/** The noise of the felt on the strings and of the key on its bed. */
function addHammer({ left, right }: Stereo, midi: number, strength: number): void {
  const random = seededRandom(midi * 389 + 5)
  const pole = lowPassPole(700)
  const decay = decayFactor(0.009)
  const samples = Math.min(left.length, Math.ceil(0.06 * sampleRate))
  let thud = 0
  let envelope = strength
  for (let n = 0; n < samples; n++) {
    thud += (1 - pole) * (random() * 2 - 1 - thud)
    envelope *= decay
    const rise = Math.min(1, n / 60)
    left[n]! += thud * envelope * rise * 6
    right[n]! += thud * envelope * rise * 6
  }
}

/** Gives the first fifth of a second a known loudness in every register. */
function level({ left, right }: Stereo, wanted: number): void {
  const samples = Math.min(left.length, Math.round(0.2 * sampleRate))
  let energy = 0
  for (let n = 0; n < samples; n++) energy += (left[n]! ** 2 + right[n]! ** 2) / (2 * samples)
  const gain = wanted / Math.sqrt(energy + 1e-12)
  for (let n = 0; n < left.length; n++) {
    left[n]! *= gain
    right[n]! *= gain
  }
}
