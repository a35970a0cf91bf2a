import { expect, test } from 'vitest'
import { audioLimits } from '../uploads/upload-limits.ts'
import { maxExampleBytes, maxExampleSeconds } from './example-limits.ts'

const bytesPerSample = 4

test('all that others hear of an example can be sent, also in the largest recording that is accepted', () => {
  const { maxSampleRateHz, maxChannels } = audioLimits
  const bytes = maxExampleSeconds * maxSampleRateHz * maxChannels * bytesPerSample
  expect(bytes).toBeLessThan(maxExampleBytes)
  // And not much more: who hears none of it need not send it.
  expect(2 * bytes).toBeGreaterThan(maxExampleBytes)
})
