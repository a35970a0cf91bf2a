// Up to which day the ledger was found right as a whole: the hourly check reads what is younger. Of what is older the hashes
// are compared every night, and one that differs ends this.

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { withoutTimeout } from '#server/db/without-timeout.ts'

export type Verified = { day: string; available: string; counted: string }

/** Null if everything has to be read. */
export async function findVerified(db: Db): Promise<Verified | null> {
  const { rows } = await sql<Verified>`
    select until_day::text as day, available_pence as available, counted_pence as counted
    from verified_ledger
  `.execute(db)
  return rows[0] ?? null
}

/** What is wrong with the ledger since then, as the rows of a query. */
export function unverifiedProblems(verified: Verified | null): RawBuilder<unknown> {
  if (verified === null) return sql`ledger_problems()`
  const { day, available, counted } = verified
  return sql`ledger_problems(${day}::date, ${available}::bigint, ${counted}::bigint)`
}

/** A closed day is not what was hashed: everything is read again. */
export async function forgetVerified(db: Db): Promise<void> {
  await db.deleteFrom('verified_ledger').execute()
}

/** Carries on to the last closed day, if nothing is wrong with what is younger than the day before it. */
export async function verifyLedger(db: Db, now: Date): Promise<void> {
  await withoutTimeout(db, async (tx) => {
    const verified = await findVerified(tx)
    // Not the first one alone: for that the database would look up each transaction by itself.
    const { rows: problems } = await sql`
      select kind from ${unverifiedProblems(verified)}
    `.execute(tx)
    if (problems.length > 0) return
    await sql`
      insert into verified_ledger (until_day, available_pence, counted_pence, verified_at)
      select closed.day, ${verified?.available ?? 0}::bigint + coalesce(moved.pence, 0), closed.closing_pence, ${now}
      from (select day, closing_pence from reconciled_days order by day desc limit 1) as closed
      cross join lateral (
        select sum(ledger_entries.amount_pence) as pence
        from ledger_transactions
        join ledger_entries on ledger_entries.transaction_id = ledger_transactions.id
        where ledger_entries.account = 'stripe_available'
          and ledger_transactions.booked_at < (closed.day + 1)::timestamp at time zone 'UTC'
          and ledger_transactions.booked_at >= coalesce(
            (${verified?.day ?? null}::date + 1)::timestamp at time zone 'UTC', '-infinity'
          )
      ) as moved
      on conflict (is_only) do update set
        until_day = excluded.until_day,
        available_pence = excluded.available_pence,
        counted_pence = excluded.counted_pence,
        verified_at = excluded.verified_at
    `.execute(tx)
  })
}
