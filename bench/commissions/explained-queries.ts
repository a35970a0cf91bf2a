// The statements that a piece of the app sends, as PostgreSQL executes them: which indexes they read, and how long each takes.

import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../src/server/db/client.ts'
import { print } from '../measuring/verdicts.ts'

/** What `work` asks the database for; what it writes is left out. */
export async function recordQueries(
  pool: pg.Pool,
  work: (db: Db) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = []
  const db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  }) as Db
  await work(db)
  return sent.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql))
}

type Wanted = {
  name: string
  goalMs: number
  queries: CompiledQuery[]
  /** Prints the plans, too. */
  shown?: boolean
}

/** By EXPLAIN (ANALYZE, BUFFERS): a goal is also missed by reading the whole of a table. */
export async function explainQueries(
  pool: pg.Pool,
  { name, goalMs, queries, shown = false }: Wanted,
): Promise<void> {
  for (const [at, query] of queries.entries()) {
    const { ms, indexes, wholeTables, lines } = await explain(pool, query)
    print(ms < goalMs && wholeTables.length === 0, [
      (queries.length === 1 ? name : `${name}, ${at + 1}`).padEnd(46),
      `${ms.toFixed(2).padStart(6)} ms`,
      `goal ${goalMs}`,
      `by ${indexes.join(', ')}`,
      ...wholeTables,
    ])
    if (shown) for (const line of lines) console.log(`            ${line}`)
  }
}

/** Tables that have a row for each commission or sale, or more. */
const ofLargeTable =
  /Seq Scan on (?:commissions|commission_\w+|payments|transfers|refunds|receipts|users|sales|orders|order_lines)\b/
const ofIndex = /(?:Index (?:Only )?Scan(?: Backward)? using|Bitmap Index Scan on) (\w+)/

async function explain(pool: pg.Pool, { sql, parameters }: CompiledQuery) {
  const text = `explain (analyze, buffers) ${sql}`
  // The first one reads into memory what was not there.
  await pool.query(text, [...parameters])
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(text, [...parameters])
  const lines = rows.map((row) => row['QUERY PLAN'])
  return {
    lines,
    indexes: [...new Set(lines.flatMap((line) => ofIndex.exec(line)?.[1] ?? []))],
    wholeTables: lines.flatMap((line) => ofLargeTable.exec(line)?.[0] ?? []),
    ms: Number(/Execution Time: ([\d.]+) ms/.exec(lines.join('\n'))?.[1]),
  }
}
