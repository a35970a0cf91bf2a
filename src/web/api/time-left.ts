// Estimates how long the rest of a file takes, by the speed of the last seconds.

const windowMs = 10_000
/** No estimate before this time: the speed varies too much at the start. */
const estimateAfterMs = 2_000

type Sample = { at: number; bytes: number }

/** Returns the seconds left, rounded up; null as long as they cannot be estimated. */
export function openTimeLeft(totalBytes: number, now: () => number = () => performance.now()) {
  let samples: Sample[] = []
  return {
    note(bytes: number): number | null {
      const at = now()
      samples = [...samples.filter((sample) => sample.at > at - windowMs), { at, bytes }]
      const [first] = samples
      if (first === undefined || at - first.at < estimateAfterMs) return null
      const bytesPerMs = (bytes - first.bytes) / (at - first.at)
      return bytesPerMs <= 0 ? null : Math.ceil((totalBytes - bytes) / bytesPerMs / 1000)
    },
    /** After an interruption. */
    restart: () => {
      samples = []
    },
  }
}
