// Migrates a database to the current schema: forward only, each file once, one process at a time.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { runMigrations as migrateJobs } from 'graphile-worker'

const folder = new URL('./migrations/', import.meta.url)

/** Instead of the pool's timeout: to check a new constraint of a million tracks takes a minute. */
const maxMigrationMs = 3_600_000

/** An arbitrary number shared by all processes: the process with the lock migrates, the others wait. */
const migrationLock = 7_301_946

/**
 * `upTo` is the last file to apply: tests create the database of an older version with it.
 * @throws when a file that was applied before has been changed since, or is missing.
 */
export async function migrate(pool: pg.Pool, { upTo }: { upTo?: string } = {}): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists migrations
      (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    await refuseNewerDatabase(client, names)
    const wanted = names.filter((name) => upTo === undefined || name <= upTo)
    for (const name of wanted) await applyOnce(client, name)
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } finally {
    // The connection is closed, so that its settings do not leak to the next query.
    client.release(true)
  }
  await migrateJobs({ pgPool: pool })
}

/** Older code does not know the requirements of newer tables. */
async function refuseNewerDatabase(client: pg.PoolClient, known: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations where name <> all($1) order by name desc limit 1',
    [known],
  )
  if (rows[0] === undefined) return
  throw new Error(
    `It was migrated by a newer Undersong (${rows[0].name}): start that one, or restore a backup from before.`,
  )
}

async function applyOnce(client: pg.PoolClient, name: string): Promise<void> {
  const sql = await readFile(new URL(name, folder), 'utf8')
  const sha256 = createHash('sha256').update(sql).digest('hex')
  const applied = await client.query<{ sha256: string }>(
    'select sha256 from migrations where name = $1',
    [name],
  )
  if (applied.rows[0]) {
    if (applied.rows[0].sha256 === sha256) return
    throw new Error(`The migration ${name} was changed after it had been applied.`)
  }
  // `pg` also accepts a timeout per query, which its types lack.
  const migration: pg.QueryConfig & { query_timeout: number } = {
    text: sql,
    query_timeout: maxMigrationMs,
  }
  await client.query('begin')
  try {
    await client.query(migration)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed.`, { cause })
  }
}
