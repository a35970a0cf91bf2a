// What a page asks for when it is opened, as one time.

import { print } from './measuring/verdicts.ts'

type Visits = { name: string; goalMs: number; visits: (() => Promise<unknown>)[] }

/** As for a class of requests: each three times, all others between, and the median counts. */
export async function measureVisits({ name, goalMs, visits }: Visits): Promise<void> {
  const rounds = [await timesOf(visits), await timesOf(visits), await timesOf(visits)]
  const medians = visits.map(
    (_, at) => rounds.map((times) => times[at] ?? NaN).toSorted(byDuration)[1] ?? NaN,
  )
  const p99 = medians.toSorted(byDuration)[Math.ceil(visits.length * 0.99) - 1] ?? NaN
  print(p99 < goalMs, [name.padEnd(38), `p99 ${p99.toFixed(1)} ms`, `goal ${goalMs}`])
}

const byDuration = (one: number, other: number) => one - other

async function timesOf(visits: Visits['visits']): Promise<number[]> {
  const times: number[] = []
  for (const visit of visits) {
    const startedAt = performance.now()
    await visit()
    times.push(performance.now() - startedAt)
  }
  return times
}
