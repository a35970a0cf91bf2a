// A closed day and an open difference of it, as a night leaves them.

import { sql } from 'kysely'
import { connect } from '#server/db/client.ts'
import { databaseUrlOf } from '../inside.ts'
import type { TestApp } from '../test-app.ts'

type Site = Pick<TestApp, 'db'>

/** For a journey, whose app is another process. */
export async function openDatabaseOf({ dataDir }: { dataDir: string }) {
  const { db, close } = connect(await databaseUrlOf(dataDir), { onIdleError: () => undefined })
  return { db, close }
}

/** Long before anything that a test books. */
export const closedDay = '2020-02-29'

/** Returns its id. */
export async function createDifference(
  { db }: Site,
  { subject, paymentId = null }: { subject: string; paymentId?: string | null },
): Promise<string> {
  const { id } = await db
    .insertInto('reconciliation_differences')
    .values({
      kind: 'charge_differs',
      subject,
      payment_id: paymentId,
      day: closedDay,
      ours_pence: 570,
      theirs_pence: 571,
      occurred_at: null,
      found_at: new Date(),
      last_run_id: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The first one, with its ledger: nothing has moved on it. */
export async function createClosedDay({ db }: Site): Promise<void> {
  await sql`
    with closed as (
      insert into ledger_days (day, transactions, hash, closed_at)
      select ${closedDay}::date, hashed.transactions, hashed.hash, now()
      from hash_ledger_day(${closedDay}::date, '') as hashed
      on conflict do nothing
      returning day
    )
    insert into reconciled_days (day, opening_pence, closing_pence, transactions, hash, closed_at)
    select closed.day, 0, hashed.closing, hashed.transactions, hashed.hash, now()
    from closed cross join lateral hash_reconciled_day(closed.day, 0, '') as hashed
  `.execute(db)
}
