// Measures classes of requests one after the other, each with the time of a fixed statement beside it, and prints a row for each.

import { sql } from 'kysely'
import type { Db } from '../../src/server/db/client.ts'
import { measureClass, type Connection, type QueryClass } from './measure-class.ts'
import { printClass } from './verdicts.ts'

const rawTimes = 30

/** @param db whose timeouts are off, as the fixed statement is not the app's */
export async function printClasses(
  { db, connection }: { db: Db; connection: Connection },
  classes: readonly QueryClass[],
): Promise<void> {
  for (const one of classes) {
    const rawMs = await readRawMs(db)
    printClass(one, await measureClass(connection, one), rawMs)
  }
}

/** The median time of a statement that reads no table: it depends on the machine alone, so that figures of two runs can be compared. */
async function readRawMs(db: Db): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < rawTimes; at++) {
    const startedAt = performance.now()
    await sql`select sum(number) from generate_series(1, 10000) as number`.execute(db)
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((one, other) => one - other)[rawTimes / 2] ?? Number.NaN
}
