// When the work for a request began: what everyone may read ends a fixed time later, however many statements it takes.

import { AsyncLocalStorage } from 'node:async_hooks'

/** Work that a request has left to itself, such as a count in the background, is no longer limited when it is over. */
type Clock = { startedAt: number; isOver: boolean }

const clocks = new AsyncLocalStorage<Clock>()

export async function onRequestClock<Result>(work: () => Promise<Result>): Promise<Result> {
  const clock = { startedAt: performance.now(), isOver: false }
  try {
    return await clocks.run(clock, work)
  } finally {
    clock.isOver = true
  }
}

/** Returns null outside such a request. */
export function msSinceRequest(): number | null {
  const clock = clocks.getStore()
  return clock === undefined || clock.isOver ? null : performance.now() - clock.startedAt
}
