// Makes an order of events certain: a test that holds a lock waits until the calls that it concerns wait for it.

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/db/client.ts'

/** Waits until so many statements of the test's database wait for a lock. */
export async function untilWaitingForLocks({ db }: { db: Db }, count = 1): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const options = { timeout: 10_000, message: 'statements that wait for a lock' }
  await expect.poll(async () => (await waiting.execute(db)).rows.length, options).toBe(count)
}
