// Disorder by seed: API requests that fail, and events that arrive several times, late and out of order, as the provider's
// documentation allows. The same seed brings the same disorder to the same sequence of requests and events.
import type { Fault } from './fault-injection.ts'
import { seededRandom, type Random } from './seeded-random.ts'

export interface DisorderOptions {
  seed: number
  /** Of 100 API requests, so many meet a fault. */
  faultPercent: number
  /** Each delivery of an event is late by up to so long; without it one in twenty is, by ten minutes. */
  lateSeconds?: number | undefined
}

/** With a live key the provider repeats an event for three days. */
export const maxLateSeconds = 3 * 24 * 60 * 60

export interface Disorder {
  /** What goes wrong with the next API request; mostly nothing. */
  nextFault: () => Fault | undefined
  /** The delays of the next event in milliseconds, one for each time that it is delivered. */
  nextDelaysMs: () => number[]
}

/** Without `hang`: that takes as long as the client waits. */
const faults: readonly Fault[] = ['reset', 'cut', '500', '429', 'stored-500', 'done-stored-500']
export const usualFaultPercent = 5
const maxCopies = 3
const spreadMs = 2000
const latePercent = 5
const lateMs = 10 * 60 * 1000

export function createDisorder({ seed, faultPercent, lateSeconds }: DisorderOptions): Disorder {
  // Two sequences: how many events there are does not change which requests fail.
  const ofRequests = seededRandom(seed)
  const ofEvents = seededRandom(~seed)
  return {
    nextFault() {
      const isHit = ofRequests() * 100 < faultPercent
      const fault = faults[below(ofRequests, faults.length)]
      return isHit ? fault : undefined
    },
    nextDelaysMs: () =>
      Array.from({ length: 1 + below(ofEvents, maxCopies) }, () => {
        if (lateSeconds !== undefined) return below(ofEvents, lateSeconds * 1000)
        const isLate = ofEvents() * 100 < latePercent
        return below(ofEvents, spreadMs) + (isLate ? lateMs : 0)
      }),
  }
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}
