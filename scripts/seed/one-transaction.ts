import type { Db } from '../../src/server/db/client.ts'

/**
 * Runs commands, each of which has a transaction of its own, in a single one: others see all of it or nothing. A failure
 * ends all of it.
 */
export function inOneTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>) {
  return db.transaction().execute((tx) => work(joining(tx)))
}

function joining(tx: Db): Db {
  return new Proxy(tx, {
    get(target, name, joined: Db) {
      if (name === 'transaction')
        return () => ({ execute: (part: (db: Db) => unknown) => part(joined) })
      const value: unknown = Reflect.get(target, name)
      // Kysely keeps its state in private fields, which a proxy does not have.
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
