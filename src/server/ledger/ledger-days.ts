// Closes the days of the ledger that have ended (UTC): each has a hash of its transactions and of the day before. What is
// booked later belongs to a later day; the database refuses it for a closed one.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'

type Deps = { db: Db; clock: Clock }

type Day = string

/** Returns those that it has closed. */
export async function closeLedgerDays({ db, clock }: Deps, signal: AbortSignal): Promise<Day[]> {
  const now = clock.now()
  const closed: Day[] = []
  const closeNext = () => db.transaction().execute((tx) => closeNextDay(tx, now))
  for (let day = await closeNext(); day !== undefined; day = await closeNext()) {
    closed.push(day)
    signal.throwIfAborted()
  }
  return closed
}

/** Returns the day that it has closed, if any. */
async function closeNextDay(tx: Db, now: Date): Promise<Day | undefined> {
  // Whatever is being booked is committed first, and nothing is booked meanwhile.
  await sql`lock table ledger_transactions in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ day: string }>`
    with last as (select day, hash from ledger_days order by day desc limit 1),
    next as (
      select
        coalesce(
          (select day + 1 from last),
          (select min(booked_at at time zone 'UTC')::date from ledger_transactions)
        ) as day,
        coalesce((select hash from last), '') as previous
    )
    insert into ledger_days (day, transactions, hash, closed_at)
    select next.day, hashed.transactions, hashed.hash, ${now}
    from next cross join lateral hash_ledger_day(next.day, next.previous) as hashed
    where next.day < (${now}::timestamptz at time zone 'UTC')::date
    returning day::text as day
  `.execute(tx)
  const [closed] = rows
  if (closed) await sumDay(tx, closed.day)
  return closed?.day
}

/** The balance of an account is read from these sums of the closed days: account-sums.ts. */
async function sumDay(tx: Db, day: string): Promise<void> {
  await sql`
    insert into ledger_day_sums (day, account, pence)
    select ${day}::date, account, pence from (${sumsOfEntries(sql`${day}::date`)}) as booked
  `.execute(tx)
}

const sumsOfEntries = (day: RawBuilder<unknown>) => sql`
  select ledger_entries.account, sum(ledger_entries.amount_pence) as pence
  from ledger_transactions
  join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
  where ledger_transactions.booked_at >= ${day}::timestamp at time zone 'UTC'
    and ledger_transactions.booked_at < (${day} + 1)::timestamp at time zone 'UTC'
  group by ledger_entries.account`

/** The accounts of a closed day of which the sum that was stored then (`ours`) is not that of the entries (`theirs`). */
export const differingAccounts = (day: RawBuilder<unknown>) => sql`
  select account, stored.pence as ours, booked.pence as theirs
  from (select account, pence from ledger_day_sums where ledger_day_sums.day = ${day}) as stored
  full join (${sumsOfEntries(day)}) as booked using (account)
  where coalesce(stored.pence, 0) <> coalesce(booked.pence, 0)`

type ChangedDay = { kind: string; subject: string }

/**
 * It reads the whole ledger, two statements a day: the longest may take as long as any other.
 *
 * @param hashed days that were hashed just now
 */
export async function findChangedDays(
  db: Db,
  { hashed, signal }: { hashed: Day[]; signal: AbortSignal },
): Promise<ChangedDay[]> {
  const { rows: days } = await sql<{ day: string }>`
    select day::text from ledger_days where day <> all(${hashed}::date[]) order by day
  `.execute(db)
  const changed: ChangedDay[] = []
  for (const { day } of days) {
    signal.throwIfAborted()
    const { rows } = await sql<ChangedDay>`
      select kind, subject from ledger_day_problems(${day}::date)
    `.execute(db)
    changed.push(...rows)
    if (rows.length === 0 && (await hasDifferingAccounts(db, day)))
      changed.push({ kind: 'ledger_changed', subject: day })
  }
  return changed
}

async function hasDifferingAccounts(db: Db, day: Day): Promise<boolean> {
  const { rows } = await differingAccounts(sql`${day}::date`).execute(db)
  return rows.length > 0
}
