// The months that have ended, one after the other. A month's statements are made when all of its bookings are final.

import { sql, type RawBuilder } from 'kysely'
import { statementDay } from '#rules/papers/statement-lines.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'

/** Its first day: '2026-11-01'. */
export type Month = string

/** For a query: when it begins, in London. */
export function startOf(month: Month | RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${month}::date::timestamp at time zone 'Europe/London')`
}

/** For a query: when the next one begins. */
export function endOf(month: Month | RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`((${month}::date + interval '1 month') at time zone 'Europe/London')`
}

/** The last moment that the database can store. */
export function lastMomentOf(month: Month | RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${endOf(month)} - interval '1 microsecond')`
}

/**
 * The first month whose statements are not all made; null if there is none, and while something can still be booked in it: the
 * ledger refuses that once its last day is closed.
 */
export async function openNextMonth({
  db,
  clock,
}: {
  db: Db
  clock: Clock
}): Promise<Month | null> {
  const { rows } = await sql<{ month: Month }>`
    with next as (
      select coalesce(
        (select min(month) from statement_months where finished_at is null),
        (select (max(month) + interval '1 month')::date from statement_months),
        (select date_trunc('month', min(booked_at) at time zone 'Europe/London')::date from ledger_transactions)
      ) as month
    ), due as (
      select month from next
      where (month + interval '1 month' + make_interval(days => ${statementDay - 1})) at time zone 'Europe/London'
          <= ${clock.now()}
        and exists (
          select from ledger_days where day >= (${lastMomentOf(sql.ref('month'))} at time zone 'UTC')::date
        )
    ), opened as (
      insert into statement_months (month, collected_until)
      select month, ${startOf(sql.ref('month'))} - interval '1 microsecond' from due
      on conflict do nothing
    )
    select month::text from due
  `.execute(db)
  return rows[0]?.month ?? null
}

export async function finishMonth(db: Db, month: Month, now: Date): Promise<void> {
  await db
    .updateTable('statement_months')
    .set({ finished_at: now })
    .where('month', '=', sql<Date>`${month}::date`)
    .where('finished_at', 'is', null)
    .execute()
}
