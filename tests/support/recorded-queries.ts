// Which indexes a piece of the app reads by, and how many rows: its statements, planned and run again.

import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db } from '#server/db/client.ts'
import type { TestApp } from './test-app.ts'

/** The plans of everything that `work` asks for. Whole tables are read, and rows sorted, only where no index helps. */
export async function plansOf(app: TestApp, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const queries = await recordQueries(app, work)
  return avoidingWholeTables(app, async (client) => {
    const plans: string[] = []
    for (const { sql, parameters } of queries.filter(({ sql: text }) =>
      /^\s*(select|with)\b/.test(text),
    )) {
      const { rows } = await client.query(`explain ${sql}`, [...parameters])
      plans.push(rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  })
}

type Node = { 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] }

/** The most rows that any part of any statement of `work` had in its hands. */
export async function maxRowsRead(
  app: TestApp,
  work: (db: Db) => Promise<unknown>,
): Promise<number> {
  const queries = await recordQueries(app, work)
  return avoidingWholeTables(app, async (client) => {
    let max = 0
    for (const { sql, parameters } of queries) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (analyze, format json) ${sql}`,
        [...parameters],
      )
      for (const row of rows) max = Math.max(max, maxRowsOf(row['QUERY PLAN'][0].Plan))
    }
    return max
  })
}

function maxRowsOf({ Plans = [], ...node }: Node): number {
  return Math.max(node['Actual Rows'] * node['Actual Loops'], ...Plans.map(maxRowsOf))
}

async function recordQueries(
  app: TestApp,
  work: (db: Db) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool: app.pool })
  await work(new Kysely({ dialect, log: ({ query }) => void queries.push(query) }))
  return queries
}

async function avoidingWholeTables<Result>(
  app: TestApp,
  use: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await app.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_sort = off')
    return await use(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
