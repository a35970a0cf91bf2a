// Closes a day that was compared: the balance before, what moved it by type, and the balance after, with a hash. A movement
// that was read after its day had been closed is counted on the next one: it is late.

import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { withoutTimeout } from '#server/db/without-timeout.ts'
import { dayAfter, startOf, type Day, type ReconciliationRun } from './reconciliation-runs.ts'

const countedAtOnce = 50_000

export async function closeDays(
  deps: Committing,
  { firstDay, lastDay }: ReconciliationRun,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  for (let day = firstDay; day <= lastDay; day = dayAfter(day)) {
    signal.throwIfAborted()
    await closeDay(deps, day, now)
  }
}

async function closeDay(deps: Committing, day: Day, now: Date): Promise<void> {
  // A statement that counts a million would take longer than any may. What is counted stays so if the day is closed later.
  while ((await countMovements(deps.db, day)) === countedAtOnce);
  await inTransaction(deps, 'day.close', async (tx) => {
    // Of two runs at once the second finds the day closed.
    await sql`lock table reconciled_days in share row exclusive mode`.execute(tx)
    await countMovements(tx, day)
    const { numAffectedRows } = await sql`
      with last as (select day, closing_pence, hash from reconciled_days order by day desc limit 1)
      insert into reconciled_days (day, opening_pence, closing_pence, transactions, hash, closed_at)
      select ${day}::date, opening.pence, hashed.closing, hashed.transactions, hashed.hash, ${now}
      from (select coalesce((select closing_pence from last), 0) as pence) as opening
      cross join lateral hash_reconciled_day(
        ${day}::date, opening.pence, coalesce((select hash from last), '')
      ) as hashed
      where not exists (select from last where day >= ${day}::date)
    `.execute(tx)
    if (numAffectedRows !== 1n) return
    await sql`
      insert into reconciled_sums (day, type, transactions, amount_pence, fee_pence)
      select ${day}::date, type, transactions, amount_pence, fee_pence
      from (${sumsOfMovements(sql`${day}::date`)}) as moved
    `.execute(tx)
  })
}

const sumsOfMovements = (day: RawBuilder<unknown>) => sql`
  select type, count(*) as transactions, sum(amount_pence) as amount_pence, sum(fee_pence) as fee_pence
  from balance_transactions
  where counted_on = ${day}
  group by type`

/** The types of a closed day of which the sum that was stored then (`ours`) is not that of the movements (`theirs`). */
export const differingTypes = (day: RawBuilder<unknown>) => sql`
  select type, stored.amount_pence - stored.fee_pence as ours, moved.amount_pence - moved.fee_pence as theirs
  from (select * from reconciled_sums where reconciled_sums.day = ${day}) as stored
  full join (${sumsOfMovements(day)}) as moved using (type)
  where (stored.amount_pence, stored.fee_pence) is distinct from (moved.amount_pence, moved.fee_pence)`

/**
 * Those that were made before the day's end, and are counted on no day yet: none on a day that is closed, by an attempt that
 * has failed after it. Returns how many, at most so many at once.
 */
async function countMovements(tx: Db, day: Day): Promise<number> {
  const { numAffectedRows } = await sql`
    update balance_transactions set counted_on = ${day}::date
    where id = any(array(
      select id from balance_transactions
      where counted_on is null
        and created_at < ${startOf(dayAfter(day))}
        and not exists (select from reconciled_days where reconciled_days.day >= ${day}::date)
      limit ${countedAtOnce}
    ))
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

type ChangedDay = { kind: string; subject: string }

/** It reads every closed day, a statement a day. */
export async function findChangedDays(db: Db, signal: AbortSignal): Promise<ChangedDay[]> {
  const { rows: days } = await sql<{ day: Day }>`
    select day::text from reconciled_days order by day
  `.execute(db)
  const changed: ChangedDay[] = []
  for (const { day } of days) {
    signal.throwIfAborted()
    changed.push(...(await findChanges(db, day)))
  }
  return changed
}

async function findChanges(db: Db, day: Day): Promise<ChangedDay[]> {
  return withoutTimeout(db, async (tx) => {
    const { rows } = await sql<ChangedDay>`
      select kind, subject from reconciled_day_problems(${day}::date)
      union
      select 'day_changed', ${day} where exists (${differingTypes(sql`${day}::date`)})
    `.execute(tx)
    return rows
  })
}
