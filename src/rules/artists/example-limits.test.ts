import { expect, test } from 'vitest'
import { audioLimits } from '../uploads/upload-limits.ts'
import { largestExampleBytes, longestExampleSeconds } from './example-limits.ts'

const bytesPerSample = 4

test('all that others hear of an example can be sent, also in the largest recording that is accepted', () => {
  const { highestSampleRateHz, maxChannels } = audioLimits
  const bytes = longestExampleSeconds * highestSampleRateHz * maxChannels * bytesPerSample
  expect(bytes).toBeLessThan(largestExampleBytes)
  // And not much more: who hears none of it need not send it.
  expect(2 * bytes).toBeGreaterThan(largestExampleBytes)
})
