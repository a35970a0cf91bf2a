// The only access to the database: a pool, and Kysely on top of it.

import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { requestPool } from './request-pool.ts'
import { openCallQueue } from './call-queue.ts'
import type { Tables, Views } from './tables.ts'

export type Db = Kysely<Tables & Views>
export type Database = {
  /** For jobs and commands. */
  db: Db
  /** For requests, which get a response within five seconds even while the database does not respond. */
  requestDb: Db
  /**
   * For searching the catalogue, which everyone may do and which can take long: on few connections of its own, so that
   * log-ins and checkouts do not wait for searches, and few at once, so that a search that has begun is not refused
   * half-way.
   */
  search: Search
  pool: pg.Pool
  /** The application name of this pool's connections: while the server has one, this process runs. */
  name: string
  close: () => Promise<void>
}

/** Passes the database to a search as soon as it may run. @throws Busy */
export type Search = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>

const usualTimeoutMs = 4_000

const catalogueConnections = 4

/** Requests beyond these are refused at once, and those that have waited this long; longer where a request may take longer. */
const maxWaiting = { requests: 500, catalogue: 64 }
const maxWaitMs = { requests: 2_000, catalogue: 500 }

const serverSettings = [
  // The server ends a statement within a second after its client has disconnected: a timed-out query must not run on.
  'client_connection_check_interval=1000',
  // Compiling a plan takes longer than any statement of a request, and parallel workers slow down the other requests.
  'jit=off',
  'max_parallel_workers_per_gather=0',
  // For solid-state disks: otherwise ten rows of a table are joined by reading all of it.
  'random_page_cost=1.1',
]

const catalogueSettings = [
  ...serverSettings,
  // The catalogue lies in memory: to read its rows costs less than to pass many more entries of an index.
  'seq_page_cost=0.5',
  'random_page_cost=0.5',
  // The matches of a frequent word are sorted in memory instead of a file.
  'work_mem=32MB',
  // A plan for any words would be that of a frequent word, and read a million tracks for a rare one.
  'plan_cache_mode=force_custom_plan',
]

type ConnectOptions = {
  maxConnections?: number
  requestTimeoutMs?: number | undefined
  /** After which a request for what everyone may read is ended, and a statement of the catalogue: half of it by default. */
  publicReadMs?: number
  /** How long a call waits for a free connection, or for a lock. */
  waitMs?: number
  /** How long a request waits for a free connection, instead of its usual limit. */
  requestWaitMs?: number
  onIdleError: (error: Error) => void
}

/** `onIdleError` gets errors of idle connections; unhandled, they would end the process. */
export function connect(url: string, options: ConnectOptions): Database {
  const name = `undersong-${randomUUID()}`
  const { waitMs = 5_000, requestTimeoutMs = usualTimeoutMs, requestWaitMs } = options
  const { publicReadMs = requestTimeoutMs / 2 } = options
  const usualWaits = requestTimeoutMs / usualTimeoutMs
  const pool = openPool(url, {
    application_name: name,
    // Three of them are used only to listen for jobs.
    max: options.maxConnections ?? 12,
    connectionTimeoutMillis: waitMs,
    // A hanging statement or an unreleased lock must not block all other connections.
    statement_timeout: 15_000,
    lock_timeout: waitMs,
    // The server's own limits have no effect when the server or the network does not respond.
    query_timeout: 18_000,
  })
  const cataloguePool = openPool(url, {
    application_name: name,
    max: catalogueConnections,
    connectionTimeoutMillis: waitMs,
    statement_timeout: publicReadMs,
    options: asOptions(catalogueSettings),
  })
  for (const one of [pool, cataloguePool]) one.on('error', options.onIdleError)
  const limitsOf = (kind: keyof typeof maxWaiting) => ({
    timeoutMs: requestTimeoutMs,
    publicReadMs,
    waitMs: requestWaitMs ?? maxWaitMs[kind] * usualWaits,
    maxWaiting: maxWaiting[kind],
  })
  const catalogueDb = openDb(requestPool(cataloguePool, limitsOf('catalogue')))
  const queued = openCallQueue({
    maxAtOnce: catalogueConnections,
    maxWaiting: maxWaiting.catalogue,
    maxWaitMs: requestWaitMs ?? maxWaitMs.catalogue * usualWaits,
  })
  return {
    db: openDb(pool),
    requestDb: openDb(requestPool(pool, limitsOf('requests'))),
    search: (work) => queued(() => work(catalogueDb)),
    pool,
    name,
    close: async () => {
      await Promise.all([pool.end(), cataloguePool.end()])
    },
  }
}

function openPool(connectionString: string, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    options: asOptions(serverSettings),
    ...config,
    connectionString,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
  })
  // A connection can also break while in use: then its query fails, and this event needs no handling.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const asOptions = (settings: string[]) => settings.map((setting) => `-c ${setting}`).join(' ')

function openDb(pool: PostgresPool): Db {
  return new Kysely<Tables & Views>({ dialect: new PostgresDialect({ pool }) })
}
