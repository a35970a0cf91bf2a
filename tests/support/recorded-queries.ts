// Which indexes a piece of the app reads by: its statements, planned as in a database with many rows.

import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { TestApp } from './test-app.ts'

/** The plans of everything that `work` asks for. Whole tables are read only where no index helps. */
export async function plansOf(app: TestApp, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const queries: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool: app.pool })
  await work(new Kysely({ dialect, log: ({ query }) => void queries.push(query) }))
  const client = await app.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const plans: string[] = []
    for (const { sql, parameters } of queries.filter(({ sql: text }) => /^select\b/.test(text))) {
      const { rows } = await client.query(`explain ${sql}`, [...parameters])
      plans.push(rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  } finally {
    await client.query('rollback')
    client.release()
  }
}
