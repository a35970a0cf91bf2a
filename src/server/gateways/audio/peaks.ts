// The waveform drawn on a card: the highest sample of each of many equal slices.

export const trackPeakCount = 1000
export const previewPeakCount = 400

/**
 * `count` buckets over the samples, each 0 (silence) to 255 (this recording's own highest sample),
 * so that a quiet recording draws as tall as a loud one.
 */
export function measurePeaks(samples: Int16Array, count: number): Uint8Array {
  const heights = Array.from({ length: count }, (_, bucket) => {
    const start = Math.floor((bucket * samples.length) / count)
    const end = Math.floor(((bucket + 1) * samples.length) / count)
    return highestSample(samples, start, end)
  })
  const highest = Math.max(1, ...heights)
  return Uint8Array.from(heights, (height) => Math.round((height / highest) * 255))
}

function highestSample(samples: Int16Array, start: number, end: number): number {
  let highest = 0
  for (let index = start; index < end; index++) {
    highest = Math.max(highest, Math.abs(samples[index] ?? 0))
  }
  return highest
}
