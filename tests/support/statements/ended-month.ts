// The month of a running app ends, and its artists have their statements.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { statementDay } from '#rules/papers/statement-lines.ts'
import { monthOf } from '#rules/sales/sale-months.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { eventually } from '../eventually.ts'
import { advanceClock, advanceTo } from '../moved-clock.ts'

/** To the day on which statements are made. Returns the month that has ended, once all of its statements are made. */
export async function endMonth(app: { url: string }, db: Db): Promise<string> {
  const month = monthOf(await advanceClock(app, 0))
  const [year = 0, number = 0] = month.split('-').map(Number)
  await advanceTo(app, new Date(Date.UTC(year, number, statementDay, 5, 40)))
  await addJob(db, 'close_ledger_days', {})
  const yesterday = new Date(Date.UTC(year, number, statementDay - 1)).toISOString().slice(0, 10)
  await eventually(() => found(db, sql`select from ledger_days where day = ${yesterday}::date`))
  await addJob(db, 'make_statements', {})
  await eventually(() =>
    found(
      db,
      sql`select from statement_months where month = ${`${month}-01`}::date and finished_at is not null`,
    ),
  )
  return month
}

async function found(db: Db, query: ReturnType<typeof sql>): Promise<void> {
  if ((await query.execute(db)).rows.length === 0) throw new Error('It is not there yet.')
}
