// The finished mix: no DC offset, an even loudness, a known peak, silence at both ends.

import { decayFactor, lowPassPole, sampleRate } from './sampling.ts'

/** −2 dBFS. */
const peakLevel = 10 ** (-2 / 20)
/** The mean square of both channels together that corresponds to about −17 LUFS. */
const wantedPower = 10 ** (-16.5 / 10)
/** Maximum reduction of a peak: a stronger reduction makes the limiter audible. */
const maxLimiting = 10 ** (5 / 20)
const blockSamples = 64
const fadeInSeconds = 0.01
const fadeOutSeconds = 2

/** Works in place; both channels share every gain, so the stereo image does not change. */
export function master(left: Float32Array, right: Float32Array): void {
  for (const channel of [left, right]) {
    removeDcOffset(channel)
    fadeEnds(channel)
  }
  const peak = peakOf(left, right)
  if (peak === 0) return
  const toPeak = peakLevel / peak
  const toLoudness = Math.sqrt(wantedPower / powerOf(left, right))
  const drive = Math.min(Math.max(toLoudness, toPeak), toPeak * maxLimiting)
  limit(left, right, drive)
  const correction = peakLevel / peakOf(left, right)
  for (let n = 0; n < left.length; n++) {
    left[n]! *= correction
    right[n]! *= correction
  }
}

function removeDcOffset(channel: Float32Array): void {
  const pole = lowPassPole(24)
  let before = 0
  let out = 0
  for (let n = 0; n < channel.length; n++) {
    out = pole * (out + channel[n]! - before)
    before = channel[n]!
    channel[n] = out
  }
}

function fadeEnds(channel: Float32Array): void {
  const fadeIn = fadeInSeconds * sampleRate
  for (let n = 0; n < fadeIn; n++) channel[n]! *= n / fadeIn
  const fadeOut = fadeOutSeconds * sampleRate
  for (let n = 0; n < fadeOut; n++)
    channel[channel.length - 1 - n]! *= 0.5 - 0.5 * Math.cos((Math.PI * n) / fadeOut)
}

function peakOf(left: Float32Array, right: Float32Array): number {
  let peak = 0
  for (let n = 0; n < left.length; n++)
    peak = Math.max(peak, Math.abs(left[n]!), Math.abs(right[n]!))
  return peak
}

function powerOf(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let n = 0; n < left.length; n++) sum += left[n]! ** 2 + right[n]! ** 2
  return sum / left.length
}

/** Amplifies by `drive` and reduces in advance all samples that would then exceed the peak level. */
function limit(left: Float32Array, right: Float32Array, drive: number): void {
  const gains = blockGains(left, right, drive)
  for (let block = 0; block + 1 < gains.length; block++) {
    const from = block * blockSamples
    const step = (gains[block + 1]! - gains[block]!) / blockSamples
    let gain = gains[block]! * drive
    for (let n = from; n < Math.min(left.length, from + blockSamples); n++) {
      left[n]! *= gain
      right[n]! *= gain
      gain += step * drive
    }
  }
}

/** A gain at every block's edge, low enough for both adjacent blocks. */
function blockGains(left: Float32Array, right: Float32Array, drive: number): Float32Array {
  const blocks = Math.ceil(left.length / blockSamples)
  const allowed = new Float32Array(blocks + 1).fill(1)
  for (let n = 0; n < left.length; n++) {
    const loudest = drive * Math.max(Math.abs(left[n]!), Math.abs(right[n]!))
    const block = Math.floor(n / blockSamples)
    if (loudest * allowed[block]! > peakLevel) allowed[block] = peakLevel / loudest
  }
  const gains = new Float32Array(blocks + 1)
  const release = 1 - decayFactor(0.12) ** blockSamples
  let gain = 1
  for (let edge = 0; edge <= blocks; edge++) {
    const needed = Math.min(allowed[edge]!, allowed[Math.max(0, edge - 1)]!)
    gain = Math.min(needed, gain + release * (1 - gain))
    gains[edge] = gain
  }
  return gains
}
