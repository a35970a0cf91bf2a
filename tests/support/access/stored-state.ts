// Everything that an app has stored, to prove that a request changed nothing.

import { readdir } from 'node:fs/promises'
import { untilUnused } from '../databases/test-database.ts'
import type { TestApp } from '../test-app.ts'

/**
 * A hash of each table's rows, the job queue's tables included, and the list of stored files. Without the counters of
 * attempts: a refused guess counts.
 */
export async function storedState(app: TestApp): Promise<string> {
  await untilUnused(app)
  // With names, so that PostgreSQL plans the statements once: planning a read of all tables takes longer than the read.
  const { rows: tables } = await app.pool.query<{ name: string }>({
    name: 'all tables',
    text: `
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker') and tablename <> 'rate_limits' order by name`,
  })
  const hashes = tables.map(
    ({ name }) => `
      select '${name}' as name, count(*) as count, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash
      from ${name} t`,
  )
  const { rows } = await app.pool.query({ name: 'all rows', text: hashes.join(' union all ') })
  const files = await readdir(app.folder, { recursive: true })
  return JSON.stringify([rows, files.toSorted()])
}
