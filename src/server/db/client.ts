// The one way to the database: a pool, and Kysely on top of it.

import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { requestPool } from './request-pool.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Database = {
  /** For jobs and commands. */
  db: Db
  /** For requests, which are answered within five seconds also while the database stands still. */
  requestDb: Db
  pool: pg.Pool
  /** What this pool's connections are called at the server: while one of them is there, this process lives. */
  name: string
  close: () => Promise<void>
}

const requestTimeoutMs = 4_000

/** `onIdleError` hears of connections that break while nobody uses them; unheard, they would end the process. */
export function connect(
  url: string,
  options: {
    maxConnections?: number
    requestTimeoutMs?: number
    /** How long a call waits for a free connection, or for a lock. */
    waitMs?: number
    onIdleError: (error: Error) => void
  },
): Database {
  const name = `undersong-${randomUUID()}`
  const waitMs = options.waitMs ?? 5_000
  const pool = new pg.Pool({
    application_name: name,
    connectionString: url,
    // Three of them only listen for jobs.
    max: options.maxConnections ?? 12,
    connectionTimeoutMillis: waitMs,
    // A stuck statement or a forgotten lock must not hold up everybody else.
    statement_timeout: 15_000,
    lock_timeout: waitMs,
    idle_in_transaction_session_timeout: 20_000,
    // The server's own limits do not help when it is the server, or the line to it, that stands still.
    query_timeout: 18_000,
    keepAlive: true,
    // The server ends a statement within a second once its client has hung up: what was given up must not run on.
    options: '-c client_connection_check_interval=1000',
  })
  pool.on('error', options.onIdleError)
  // A connection can break while somebody holds it, too: its query fails, and that is all there is to say.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const impatient = requestPool(pool, options.requestTimeoutMs ?? requestTimeoutMs)
  const requestDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: impatient }) })
  return { db, requestDb, pool, name, close: () => pool.end() }
}
