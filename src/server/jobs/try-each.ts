// Work for many, in which one that fails does not stop the others.

import type { JobRun } from './job-names.ts'

export type Failure = { id: string; error: unknown }

type Trying = {
  /** Keeps it for throwFailures. */
  failures: Failure[]
  /** Says of an error that the others would fail as well, after these failures. */
  isOutage?: (error: unknown, failures: readonly Failure[]) => boolean
}

/** Returns what `work` does; null if it fails. @throws an outage */
export async function tryOne<Done>(
  { failures, isOutage }: Trying,
  id: string,
  work: () => Promise<Done>,
): Promise<Done | null> {
  try {
    return await work()
  } catch (error) {
    if (isOutage?.(error, failures) === true) throw error
    failures.push({ id, error })
    return null
  }
}

/** When all others are done: so that the job fails, and is tried again. */
export function throwFailures(failures: readonly Failure[], failure: string): void {
  if (failures.length === 0) return
  const message = `${failure}: ${failures.map(({ id }) => id).join(', ')}`
  throw new AggregateError(
    failures.map(({ error }) => error),
    message,
  )
}

type Run = Pick<JobRun, 'log' | 'signal'>

type Each<Item> = {
  work: (item: Item) => Promise<unknown>
  /** What the log says of one that has failed: 'a statement was not made' */
  failure: string
  /** For the log; the first one names it. */
  ids: (item: Item) => Record<string, string>
  /** After so many of these in a row the others are left for the next run. */
  outage?: { isOne: (error: unknown) => boolean; maxInARow: number }
}

/** Returns those that have failed: the next run does what is missing. */
export async function tryEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { log, signal }: Run,
  { work, failure, ids, outage }: Each<Item>,
): Promise<Failure[]> {
  const failures: Failure[] = []
  let inARow = 0
  for await (const item of items) {
    signal.throwIfAborted()
    const before = failures.length
    const [id = ''] = Object.values(ids(item))
    await tryOne({ failures }, id, () => work(item))
    const failed = failures[before]
    if (failed) log.error({ err: failed.error, ...ids(item) }, failure)
    inARow = failed && outage?.isOne(failed.error) === true ? inARow + 1 : 0
    if (inARow === outage?.maxInARow) break
  }
  return failures
}
