// Makes an order of events certain: a test that holds a lock waits until the calls that it concerns wait for it.

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/db/client.ts'

/** How many statements of the test's database wait for a lock. */
export async function waitingForLocks({ db }: { db: Db }): Promise<number> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(db)).rows.length
}

export async function untilWaitingForLocks(app: { db: Db }, count: number): Promise<void> {
  await expect.poll(() => waitingForLocks(app)).toBe(count)
}
