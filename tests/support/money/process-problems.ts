// What a process table must hold: its own statuses, all reachable, and the same list in the database.

import { sql } from 'kysely'
import type { Process } from '#rules/process.ts'
import type { Db } from '#server/db/client.ts'

/** One sentence for each; none when all is well. */
export function processProblems({ statuses, start, steps }: Process<string, string>): string[] {
  const all = Object.entries(steps)
  const reached = new Set([start])
  // A Set hands out what is added while it is walked.
  for (const status of reached) {
    for (const [, step] of all) if (step.from.includes(status)) reached.add(step.to)
  }
  const named = new Set([start, ...all.flatMap(([, step]) => [...step.from, step.to])])
  return [
    ...statuses
      .filter((status, at) => statuses.indexOf(status) !== at)
      .map(withProblem('stands twice')),
    ...statuses.filter((status) => !reached.has(status)).map(withProblem('is never reached')),
    ...[...named]
      .filter((status) => !statuses.includes(status))
      .map(withProblem('is not in the list')),
    ...all
      .filter(([, { from, by }]) => from.length === 0 || by.length === 0)
      .map(([name]) => `the step ${name} has no start, or nobody takes it`),
  ]
}

const withProblem = (problem: string) => (status: string) => `${status} ${problem}`

/** The list of a check constraint such as `orders_status_check`. */
export async function allowedIn(db: Db, constraint: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${constraint}
  `.execute(db)
  return [...(rows[0]?.text ?? '').matchAll(/'([a-z_]+)'/g)].map(([, status = '']) => status)
}
