// The pool as requests use it: a visitor does not wait for a database that stands still. Jobs wait longer.

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Left to the first query although waiting for a connection took all the time: it may only have been busy. */
const leastQueryMs = 1_000

/**
 * Waits at most `patienceMs` for a connection, and as long for each query. A connection and its first query together
 * take at most one second more. @throws DatabaseSilent
 */
export function requestPool(pool: pg.Pool, patienceMs: number): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const askedAt = performance.now()
      const client = await connectWithin(pool, patienceMs)
      const leftMs = patienceMs - (performance.now() - askedAt)
      return impatient(client, { patienceMs, firstMs: Math.max(leastQueryMs, leftMs) })
    },
  }
}

async function connectWithin(pool: pg.Pool, patienceMs: number): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new DatabaseSilent())
    // One that comes after all is for the next request; that it does not come was said just now.
    connecting.then(
      (client) => client.release(),
      () => undefined,
    )
  }, patienceMs)
  try {
    return await Promise.race([connecting, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

function impatient(
  client: pg.PoolClient,
  { patienceMs, firstMs }: { patienceMs: number; firstMs: number },
): PostgresPoolClient {
  let timeoutMs = firstMs
  let isSilent = false
  const query = async (text: string, values: unknown[]) => {
    // The rollback of a transaction would wait behind the query that is not answered.
    if (isSilent) throw new DatabaseSilent()
    const timed: TimedQuery = { text, values, query_timeout: timeoutMs }
    try {
      return await client.query(timed)
    } catch (error) {
      isSilent = error instanceof Error && error.message === 'Query read timeout'
      throw isSilent ? new DatabaseSilent({ cause: error }) : error
    } finally {
      timeoutMs = patienceMs
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
