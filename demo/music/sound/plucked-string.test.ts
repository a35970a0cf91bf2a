import { expect, test } from 'vitest'
import { seededRandom } from '../score/random.ts'
import { centsOff } from '../spectrum.ts'
import { bassString, nylonString, pluckString, steelString } from './plucked-string.ts'
import { hertzOf, sampleRate } from './sampling.ts'

function pluckedFor(seconds: number, hertz: number, kind = steelString): Float32Array {
  const out = new Float32Array(Math.round(seconds * sampleRate))
  const pluck = { startSample: 0, samples: out.length, hertz, velocity: 0.6 }
  pluckString(out, pluck, kind, seededRandom(7))
  return out
}

test('a plucked A2 sounds within 3 cents of 110 Hz', () => {
  expect(Math.abs(centsOff(pluckedFor(1.5, 110), 110))).toBeLessThan(3)
})

test('overtones and the highest frets are in tune as well', () => {
  expect(Math.abs(centsOff(pluckedFor(1, 110), 440))).toBeLessThan(3)
  expect(Math.abs(centsOff(pluckedFor(1, hertzOf(76)), hertzOf(76)))).toBeLessThan(3)
  expect(Math.abs(centsOff(pluckedFor(1, hertzOf(64), nylonString), hertzOf(64)))).toBeLessThan(3)
  expect(Math.abs(centsOff(pluckedFor(1.5, hertzOf(33), bassString), hertzOf(33)))).toBeLessThan(3)
})

test('a plucked string decays over seconds and leaves no DC offset', () => {
  const sound = pluckedFor(4, 110)
  const power = (fromSeconds: number) =>
    sound
      .subarray(fromSeconds * sampleRate, (fromSeconds + 0.5) * sampleRate)
      .reduce((sum, sample) => sum + sample ** 2, 0)
  const fallenDecibels = 10 * Math.log10(power(0.5) / power(2.5))
  expect(fallenDecibels).toBeGreaterThan(15)
  expect(fallenDecibels).toBeLessThan(45)
  expect(Math.abs(sound.reduce((sum, sample) => sum + sample, 0) / sound.length)).toBeLessThan(1e-5)
})

test('a stopped string is silent after it is stopped', () => {
  const out = new Float32Array(sampleRate)
  const pluck = { startSample: 100, samples: 20_000, hertz: 196, velocity: 0.9 }
  pluckString(out, pluck, steelString, seededRandom(1))
  expect(out.subarray(0, 100).every((sample) => sample === 0)).toBe(true)
  expect(out.subarray(20_100).every((sample) => sample === 0)).toBe(true)
  expect(Math.abs(out[20_098] ?? 1)).toBeLessThan(0.01)
})
