// Everything that an app has stored, to prove that a request changed nothing.

import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import type { TestApp } from '../test-app.ts'

/**
 * A hash of each table's rows, the job queue's tables included, and the list of stored files. Without the counters of
 * attempts: a refused guess counts.
 */
export async function storedState(app: TestApp): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker') and tablename <> 'rate_limits' order by name`.execute(
    app.db,
  )
  const hashes = tables.map(
    ({ name }) => sql`
      select ${name} as name, count(*) as count, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash
      from ${sql.raw(name)} t`,
  )
  const { rows } = await sql`${sql.join(hashes, sql` union all `)}`.execute(app.db)
  const files = await readdir(app.folder, { recursive: true })
  return JSON.stringify([rows, files.toSorted()])
}
