// The pool for requests: they have a short timeout for a database that does not respond. Jobs wait longer.

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { msSinceRequest } from './request-clock.ts'
import { Busy } from './call-queue.ts'
import { openStatementNames, type StatementNames } from './statement-names.ts'

/** Minimum for the first query when waiting for a connection took the whole timeout: the pool may only have been busy. */
const minQueryMs = 1_000

type Limits = {
  timeoutMs: number
  /** For all that a request of request-clock.ts does. */
  publicReadMs: number
  waitMs: number
  maxWaiting: number
}

/**
 * Waits at most `waitMs` for a connection, and `timeoutMs` for each query. A connection and its first query together take at
 * most one second more than `timeoutMs`. @throws DatabaseTimeout, DatabaseBusy
 */
export function requestPool(pool: pg.Pool, limits: Limits): PostgresPool {
  const { waitMs, maxWaiting } = limits
  const names = openStatementNames()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (pool.waitingCount >= maxWaiting + freeIn(pool)) throw new DatabaseBusy()
      const startedAt = performance.now()
      const timeoutMs = within(limits.timeoutMs, limits)
      const client = await connectWithin(pool, Math.min(waitMs, timeoutMs))
      const leftMs = timeoutMs - (performance.now() - startedAt)
      return withTimeouts(client, { names, limits, firstMs: Math.max(minQueryMs, leftMs) })
    },
  }
}

/** @throws DatabaseTimeout when the time of the request is over */
function within(ms: number, { publicReadMs }: Limits): number {
  const passedMs = msSinceRequest()
  if (passedMs === null) return ms
  if (passedMs >= publicReadMs) throw new DatabaseTimeout()
  return Math.min(ms, publicReadMs - passedMs)
}

/** Connections that are free, and that may still be opened. The pool assigns them after the requests of this moment. */
function freeIn({ idleCount, totalCount, options }: pg.Pool): number {
  return idleCount + options.max - totalCount
}

async function connectWithin(pool: pg.Pool, timeoutMs: number): Promise<pg.PoolClient> {
  // A connection that is free is there at once.
  const isFree = pool.idleCount > pool.waitingCount
  const connecting = pool.connect()
  if (isFree) return connecting
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new DatabaseTimeout())
    // A late connection is returned to the pool for the next request; a late error is already reported.
    connecting.then(
      (client) => client.release(),
      () => undefined,
    )
  }, timeoutMs)
  try {
    return await Promise.race([connecting, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

function withTimeouts(
  client: pg.PoolClient,
  { names, limits, firstMs }: { names: StatementNames; limits: Limits; firstMs: number },
): PostgresPoolClient {
  let nextTimeoutMs = firstMs
  let hasTimedOut = false
  let isOutdated = false
  const query = async (text: string, values: unknown[]) => {
    // The rollback of a transaction would wait for the query that got no response.
    if (hasTimedOut) throw new DatabaseTimeout()
    // If the time of the request is over, a transaction stays open: the connection must not be used again.
    hasTimedOut = true
    nextTimeoutMs = within(nextTimeoutMs, limits)
    hasTimedOut = false
    const timed: TimedQuery = { text, values, query_timeout: nextTimeoutMs }
    const name = names.nameOf(text)
    if (name !== undefined) timed.name = name
    try {
      return await client.query(timed)
    } catch (error) {
      hasTimedOut = error instanceof Error && error.message === 'Query read timeout'
      isOutdated ||= isOutdatedPlan(error)
      throw hasTimedOut ? new DatabaseTimeout({ cause: error }) : error
    } finally {
      nextTimeoutMs = limits.timeoutMs
    }
  }
  return {
    // Kysely also declares an overload with a cursor, for streaming, which the app does not use.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || hasTimedOut || isOutdated),
  }
}

/** A newer version of the app has migrated a table: statements prepared before cannot be used on this connection. */
function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type'
}

/** `pg` also accepts a timeout per query, which its types lack. */
type TimedQuery = pg.QueryConfig<unknown[]> & { query_timeout: number }

export class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(options?: ErrorOptions) {
    super('The database did not respond in time.', options)
  }
}

/** Too many requests wait for a connection. */
class DatabaseBusy extends Busy {
  constructor() {
    super('Too many requests wait for the database.')
  }
}
