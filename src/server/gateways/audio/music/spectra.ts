// The frequencies in a recording, window by window.

import FFT from 'fft.js'

/**
 * The squared magnitudes of each window, from 0 Hz to half of the sample rate in steps of `rate / size`. The array is
 * used again for the next window.
 */
export function* powerSpectra(
  samples: Int16Array,
  { size, hop }: { size: number; hop: number },
): Generator<Float64Array> {
  const fft = new FFT(size)
  const hann = Float64Array.from(
    { length: size },
    (_, at) => (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)) / 32_768,
  )
  const windowed = new Float64Array(size)
  const complex = new Float64Array(2 * size)
  const powers = new Float64Array(size / 2)
  for (let start = 0; start + size <= samples.length; start += hop) {
    for (let at = 0; at < size; at++) windowed[at] = (samples[start + at] ?? 0) * (hann[at] ?? 0)
    fft.realTransform(complex, windowed)
    for (let at = 0; at < powers.length; at++)
      powers[at] = (complex[2 * at] ?? 0) ** 2 + (complex[2 * at + 1] ?? 0) ** 2
    yield powers
  }
}
