// The only access to the database: a pool, and Kysely on top of it.

import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { requestPool } from './request-pool.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Database = {
  /** For jobs and commands. */
  db: Db
  /** For requests, which get a response within five seconds even while the database does not respond. */
  requestDb: Db
  pool: pg.Pool
  /** The application name of this pool's connections: while the server has one, this process runs. */
  name: string
  close: () => Promise<void>
}

const requestTimeoutMs = 4_000

const serverSettings = [
  // The server ends a statement within a second after its client has disconnected: a timed-out query must not run on.
  'client_connection_check_interval=1000',
  // Compiling a plan takes longer than any statement of a request, and parallel workers slow down the other requests.
  'jit=off',
  'max_parallel_workers_per_gather=0',
  // For solid-state disks: otherwise ten rows of a table are joined by reading all of it.
  'random_page_cost=1.1',
]

/** `onIdleError` gets errors of idle connections; unhandled, they would end the process. */
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
    // Three of them are used only to listen for jobs.
    max: options.maxConnections ?? 12,
    connectionTimeoutMillis: waitMs,
    // A hanging statement or an unreleased lock must not block all other connections.
    statement_timeout: 15_000,
    lock_timeout: waitMs,
    idle_in_transaction_session_timeout: 20_000,
    // The server's own limits have no effect when the server or the network does not respond.
    query_timeout: 18_000,
    keepAlive: true,
    options: serverSettings.map((setting) => `-c ${setting}`).join(' '),
  })
  pool.on('error', options.onIdleError)
  // A connection can also break while in use: then its query fails, and this event needs no handling.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const limitedPool = requestPool(pool, options.requestTimeoutMs ?? requestTimeoutMs)
  const requestDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: limitedPool }) })
  return { db, requestDb, pool, name, close: () => pool.end() }
}
