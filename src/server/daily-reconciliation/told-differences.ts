// Differences that are not dealt with: each night the admins are told of what is new, and of what is older than a day.

import type { Db } from '#server/db/client.ts'
import { raiseAlarm } from '#server/payments/payment-alarms.ts'
import { dayOf } from './reconciliation-runs.ts'

const dayMs = 24 * 3_600_000

/** As /readyz names them. */
export const oldDifferences = 'differences_older_than_a_day'

export async function hasOldDifferences(db: Db, now: Date): Promise<boolean> {
  const found = await openDifferences(db)
    .select('id')
    .where('found_at', '<', new Date(now.getTime() - dayMs))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function tellOfDifferences(db: Db, now: Date): Promise<void> {
  const { open, oldest } = await openDifferences(db)
    .select((eb) => [eb.fn.countAll<string>().as('open'), eb.fn.min('found_at').as('oldest')])
    .executeTakeFirstOrThrow()
  if (open === '0') return
  const problem = `Differences between the card provider, the rows and the ledger that nobody has explained or mended: ${open}, the oldest found on ${dayOf(oldest ?? now)}. The admin’s page Reconciliation lists them.`
  const key = `differences:${dayOf(now)}`
  await db.transaction().execute((tx) => raiseAlarm(tx, { key, problem, page: 'reconciliation' }))
}

function openDifferences(db: Db) {
  return db.selectFrom('reconciliation_differences').where('status', '=', 'open')
}
