// Chooses the start, the length and the gain of a recording's free preview, and of an example of how an artist plays.

import { maxExampleSeconds } from '#rules/artists/example-limits.ts'
import { deliveryPreviewSeconds } from '#rules/commissions/commission-limits.ts'
import { maxPreviewSeconds } from '#rules/product.ts'
import { gainToTargetDb } from './loudness.ts'

export type PreviewPlan = { startMs: number; durationMs: number; gainDb: number }

const blockMs = 100
const blocksPerStep = 5

/**
 * The rule: of all windows that start after the music begins, the earliest whose average power is
 * within 1 dB of the highest. The loudest half minute is usually the full arrangement, which represents
 * the recording best; the earliest of equals is the first chorus rather than the last. The
 * choice depends only on the samples.
 *
 * A preview is half the recording at most: a short track must not be available in full for free.
 */
export function choosePreview(
  samples: Int16Array,
  rateHz: number,
  loudnessLufs: number,
): PreviewPlan {
  const recordingMs = (samples.length / rateHz) * 1000
  const durationMs = Math.floor(Math.min(maxPreviewSeconds * 1000, recordingMs / 2))
  return chooseWindow({ samples, rateHz, loudnessLufs }, durationMs)
}

type Measured = { samples: Int16Array; rateHz: number; loudnessLufs: number }

function chooseWindow(
  { samples, rateHz, loudnessLufs }: Measured,
  durationMs: number,
): PreviewPlan {
  const powers = measurePowers(samples, rateHz)
  const windows = measureWindows(powers, Math.ceil(durationMs / blockMs))

  const typical = typicalPower(powers)
  const begun = powers.findIndex((power) => power > typical * fromDecibels(-20))
  const candidates = windows.filter(({ firstBlock }) => firstBlock >= begun)
  const eligible = candidates.length > 0 ? candidates : windows
  const highest = Math.max(...eligible.map(({ power }) => power))
  const chosen = eligible.find(({ power }) => power >= highest * fromDecibels(-1))

  const { firstBlock, power } = chosen ?? { firstBlock: 0, power: typical }
  // The window's loudness is derived from the whole recording's loudness without a second measurement.
  const windowLufs = loudnessLufs + toDecibels(power / typical)
  return { startMs: firstBlock * blockMs, durationMs, gainDb: gainToTargetDb(windowLufs) }
}

/**
 * Always the same length, of a recording that is longer. The customer compares a delivery with the one before it, so it
 * starts at the same second, or as late as the recording allows.
 * @param startMs of the delivery before; null for the first one, whose start is chosen
 */
export function planDelivery(measured: Measured, startMs: number | null): PreviewPlan {
  const durationMs = deliveryPreviewSeconds * 1000
  if (startMs === null) return chooseWindow(measured, durationMs)
  const { samples, rateHz, loudnessLufs } = measured
  const latestMs = Math.max(0, Math.floor((samples.length / rateHz) * 1000) - durationMs)
  const start = Math.min(startMs, latestMs)
  const powers = measurePowers(samples, rateHz)
  const from = Math.floor(start / blockMs)
  const played = typicalPower(powers.subarray(from, from + durationMs / blockMs))
  const playedLufs = loudnessLufs + toDecibels(played / typicalPower(powers))
  return { startMs: start, durationMs, gainDb: gainToTargetDb(playedLufs) }
}

/** An example is not sold: it is the beginning, in full, as loud as a preview. */
export function planExample(
  samples: Int16Array,
  rateHz: number,
  loudnessLufs: number,
): PreviewPlan {
  const powers = measurePowers(samples, rateHz)
  const recordingMs = (samples.length / rateHz) * 1000
  const durationMs = Math.floor(Math.min(maxExampleSeconds * 1000, recordingMs))
  const played = typicalPower(powers.subarray(0, Math.ceil(durationMs / blockMs)))
  const playedLufs = loudnessLufs + toDecibels(played / typicalPower(powers))
  return { startMs: 0, durationMs, gainDb: gainToTargetDb(playedLufs) }
}

/** Mean square of each block of 100 ms. */
function measurePowers(samples: Int16Array, rateHz: number): Float64Array {
  const blockSamples = (rateHz * blockMs) / 1000
  const powers = new Float64Array(Math.floor(samples.length / blockSamples))
  for (let block = 0; block < powers.length; block++) {
    const start = Math.floor(block * blockSamples)
    const end = Math.floor((block + 1) * blockSamples)
    let sum = 0
    for (let index = start; index < end; index++) sum += (samples[index] ?? 0) ** 2
    powers[block] = sum / (end - start)
  }
  return powers
}

function measureWindows(powers: Float64Array, blocks: number) {
  const sums = [0]
  for (const power of powers) sums.push((sums.at(-1) ?? 0) + power)
  const windows: { firstBlock: number; power: number }[] = []
  for (let firstBlock = 0; firstBlock + blocks <= powers.length; firstBlock += blocksPerStep) {
    const sum = (sums[firstBlock + blocks] ?? 0) - (sums[firstBlock] ?? 0)
    windows.push({ firstBlock, power: sum / blocks })
  }
  return windows
}

/** The mean without the quiet parts, gated 10 dB below the plain mean as EBU R128 does. */
function typicalPower(powers: Float64Array): number {
  const gate = mean(powers) * fromDecibels(-10)
  return Math.max(Number.MIN_VALUE, mean(powers.filter((power) => power >= gate)))
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 10)
}

function toDecibels(ratio: number): number {
  return 10 * Math.log10(ratio)
}
