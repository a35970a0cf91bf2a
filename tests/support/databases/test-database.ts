// A database for each test app: a copy of the template, or an emptied one of an app that has been closed.

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/client.ts'

export type DatabaseOptions = {
  /** Its connections have prepared nothing for a test before. */
  isNew?: boolean
  /** The name of a database that this one is a copy of. */
  template?: string
  /** Replaces the database URL that the app connects to. */
  reach?: (url: string) => string
  requestTimeoutMs?: number
  publicReadMs?: number
  waitMs?: number
}

export type TestDatabase = Omit<Database, 'close'> & {
  /** That tests connect to. */
  url: string
  /** That the app connects to. */
  reachedUrl: string
  /** Deletes all rows but those of the migrations. False when the database cannot be as before. */
  empty: () => Promise<boolean>
  /** Ends the use of the database. */
  [Symbol.asyncDispose]: () => Promise<void>
  /** Closes the connections but keeps the database, as the template of others, until it is dropped. */
  keep: () => Promise<{ template: string; drop: () => Promise<unknown> }>
}

type Opened = {
  name: string
  url: string
  reachedUrl: string
  database: Database
  emptying: pg.Pool
}

/**
 * Of apps of this worker that have been closed. Emptying takes a third of the processor time of a new copy, whose new
 * connections also read and plan everything anew.
 */
const emptied: Opened[] = []

/** `await using database = await openTestDatabase()`, for tests that need a database and no app. */
export async function openTestDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const isPlain = Object.keys(options).length === 0
  const opened = (isPlain && emptied.pop()) || (await openCopy(options))
  const { url, reachedUrl, database } = opened
  return {
    ...database,
    // Objects of this test only: it may replace their methods.
    db: database.db.withoutPlugins(),
    requestDb: database.requestDb.withoutPlugins(),
    url,
    reachedUrl,
    async empty() {
      await untilUnused(database)
      return reset(opened)
    },
    async [Symbol.asyncDispose]() {
      if (isPlain && (await reset(opened))) emptied.push(opened)
      else await drop(opened)
    },
    async keep() {
      await close(opened)
      return { template: opened.name, drop: () => dropDatabase(opened.name) }
    },
  }
}

/** What nothing waits for, such as when a session was last used, may still be written after the answer. */
export async function untilUnused(database: Pick<Database, 'pool'>): Promise<void> {
  while (isInUse(database)) await setTimeout(5)
}

const isInUse = ({ pool }: Pick<Database, 'pool'>) =>
  pool.waitingCount > 0 || pool.idleCount < pool.totalCount

/** False when a test left the database, or its connections, other than it found them. */
async function reset({ database, emptying }: Opened): Promise<boolean> {
  const { pool } = database
  if (isInUse(database) || pool.ending || pool.listenerCount('acquire') > 0) return false
  const { rows } = await emptying.query<{ reset: boolean }>('select testing.reset()')
  return rows[0]?.reset === true
}

async function openCopy({
  template = inject('services').template,
  reach = (url) => url,
  // On a busy machine a test's database may be slow, and fifty concurrent calls share its few connections.
  requestTimeoutMs = 20_000,
  publicReadMs = 20_000,
  waitMs = 15_000,
}: DatabaseOptions): Promise<Opened> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // The server copies the template's files, which takes it a third of the processor time of copying block by block.
  await administrator().query(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(inject('services').databaseUrl)
  url.pathname = name
  const reachedUrl = reach(url.href)
  const database = connect(reachedUrl, {
    maxConnections: 8,
    requestTimeoutMs,
    publicReadMs,
    waitMs,
    requestWaitMs: waitMs,
    onIdleError: () => undefined,
  })
  return { name, url: url.href, reachedUrl, database, emptying: openEmptying(url.href) }
}

/** Without foreign keys and triggers. To change that in another connection would make it plan all its statements anew. */
function openEmptying(connectionString: string): pg.Pool {
  const options = '-c session_replication_role=replica'
  const emptying = new pg.Pool({
    connectionString,
    options,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  emptying.on('error', () => undefined)
  return emptying
}

async function close({ database, emptying }: Opened): Promise<void> {
  await Promise.all([database.close(), emptying.end()])
}

async function drop(opened: Opened): Promise<void> {
  await close(opened)
  await dropDatabase(opened.name)
}

function dropDatabase(name: string): Promise<unknown> {
  return administrator().query(`drop database ${name} with (force)`)
}

let connections: pg.Pool | null = null

/** Shared by the tests of a worker: opening a connection takes as long as half of copying the template. */
function administrator(): pg.Pool {
  const { databaseUrl } = inject('services')
  connections ??= new pg.Pool({ connectionString: databaseUrl, max: 4, allowExitOnIdle: true })
  return connections
}
