// Lets few calls run at once: some wait in a queue, and further ones are refused at once.

type Limits = {
  maxAtOnce: number
  maxWaiting: number
  /** A call that has waited this long is refused, too. */
  maxWaitMs?: number
}

/** Runs the call to its end once it may begin: what has begun does not compete with what comes later. @throws Busy */
export type CallQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Too many calls wait. */
export class Busy extends Error {}

export function openCallQueue({ maxAtOnce, maxWaiting, maxWaitMs }: Limits): CallQueue {
  /** In the order in which they came. */
  const waiting = new Set<() => void>()
  let running = 0

  function waitForSlot(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.add(start)
    if (maxWaitMs !== undefined)
      timer = setTimeout(() => {
        waiting.delete(start)
        reject(new Busy('The call has waited too long.'))
      }, maxWaitMs)
    return promise
  }

  /** The slot is handed over, so that a call that comes now cannot take it as well. */
  function endSlot(): void {
    const [next] = waiting
    if (next === undefined) running--
    else {
      waiting.delete(next)
      next()
    }
  }

  return async (work) => {
    if (running < maxAtOnce) running++
    else if (waiting.size >= maxWaiting) throw new Busy('Too many calls wait.')
    else await waitForSlot()
    try {
      return await work()
    } finally {
      endSlot()
    }
  }
}
