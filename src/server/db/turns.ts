// Lets few calls run at once: some wait for their turn, and further ones are refused at once instead of being queued.

type Limits = {
  mostAtOnce: number
  mostWaiting: number
  /** A call whose turn has not come within this time is refused, too. */
  longestWaitMs?: number
}

/** A call runs completely in its turn: what has begun does not compete with what comes later. @throws Busy */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Too many calls wait. */
export class Busy extends Error {}

export function openTurns({ mostAtOnce, mostWaiting, longestWaitMs }: Limits): Turns {
  /** In the order in which they came. */
  const waiting = new Set<() => void>()
  let running = 0

  function turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.add(start)
    if (longestWaitMs !== undefined)
      timer = setTimeout(() => {
        waiting.delete(start)
        reject(new Busy('The turn has not come in time.'))
      }, longestWaitMs)
    return promise
  }

  /** The turn is handed over, so that a call that comes now cannot take it as well. */
  function endTurn(): void {
    const [next] = waiting
    if (next === undefined) running--
    else {
      waiting.delete(next)
      next()
    }
  }

  return async (work) => {
    if (running < mostAtOnce) running++
    else if (waiting.size >= mostWaiting) throw new Busy('Too many calls wait for their turn.')
    else await turn()
    try {
      return await work()
    } finally {
      endTurn()
    }
  }
}
