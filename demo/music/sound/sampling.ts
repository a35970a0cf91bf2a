// The sample rate of every sound in the demo, and conversion of pitch to hertz.

export const sampleRate = 44_100

export function hertzOf(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12)
}

/** Per-sample factor of a decay to 1/e in this time. */
export function decayFactor(timeConstantSeconds: number): number {
  return Math.exp(-1 / (timeConstantSeconds * sampleRate))
}

/** The feedback coefficient of a one-pole low-pass. */
export function lowPassPole(cutoffHertz: number): number {
  return Math.exp((-2 * Math.PI * Math.min(cutoffHertz, 0.45 * sampleRate)) / sampleRate)
}
