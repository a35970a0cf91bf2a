import { sql } from 'kysely'
import type { Db } from './client.ts'

/** A transaction whose statements may take as long as they need, for jobs that read or write whole tables. */
export function withoutTimeout<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    return work(tx)
  })
}
