// The pool as requests use it: a visitor does not wait for a database that stands still. Jobs wait longer.

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Left to the first query although waiting for a connection took all the time: it may only have been busy. */
const leastQueryMs = 1_000

/**
 * Waits at most `patienceMs` for a connection, and as long for each query. A connection and its first query together
 * take at most one second more. @throws DatabaseSilent
 */
export function requestPool(pool: pg.Pool, timeoutMs: number): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const checkedAt = performance.now()
      const client = await connectWithin(pool, timeoutMs)
      const leftMs = timeoutMs - (performance.now() - checkedAt)
      return impatient(client, { timeoutMs, firstMs: Math.max(leastQueryMs, leftMs) })
    },
  }
}

async function connectWithin(pool: pg.Pool, timeoutMs: number): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new DatabaseSilent())
    // One that comes after all is for the next request; that it does not come was said just now.
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

function impatient(
  client: pg.PoolClient,
  { timeoutMs, firstMs }: { timeoutMs: number; firstMs: number },
): PostgresPoolClient {
  let nextTimeoutMs = firstMs
  let isSilent = false
  const query = async (text: string, values: unknown[]) => {
    // The rollback of a transaction would wait behind the query that is not answered.
    if (isSilent) throw new DatabaseSilent()
    const timed: TimedQuery = { text, values, query_timeout: nextTimeoutMs }
    try {
      return await client.query(timed)
    } catch (error) {
      isSilent = error instanceof Error && error.message === 'Query read timeout'
      throw isSilent ? new DatabaseSilent({ cause: error }) : error
    } finally {
      nextTimeoutMs = timeoutMs
    }
  }
  return {
    // Kysely also declares a call with a cursor here, for streaming, which no query of ours does.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isSilent),
  }
}

/** `pg` also takes the timeout of a single query; its types do not list it. */
type TimedQuery = pg.QueryConfig<unknown[]> & { query_timeout: number }

class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(options?: ErrorOptions) {
    super('The database did not answer in time.', options)
  }
}
