// Up to which day the ledger was found right: the hourly check reads what is younger. Of what is older the hashes are compared
// every night, and one that differs ends this. It is read in parts of some days, so that each statement ends in time.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

type LedgerProblem = { kind: string; subject: string; payment_id: string | null }
type Day = string

/** A statement that reads so many transactions takes about a second. A day is not divided. */
const transactionsAtOnce = 200_000

/** Null if everything has to be read. */
export async function findVerified(db: Db): Promise<Day | null> {
  const { rows } = await sql<{ day: Day }>`
    select until_day::text as day from verified_ledger
  `.execute(db)
  return rows[0]?.day ?? null
}

/** A closed day is not what was hashed: everything is read again. */
export async function forgetVerified(db: Db): Promise<void> {
  await db.deleteFrom('verified_ledger').execute()
}

/** Looks for problems in the part of the ledger that is not verified yet. */
export async function findLedgerProblems(
  db: Db,
  signal: AbortSignal,
  atOnce = transactionsAtOnce,
): Promise<LedgerProblem[]> {
  const verified = await findVerified(db)
  const found: LedgerProblem[] = []
  let after = verified
  let until: Day | null
  do {
    signal.throwIfAborted()
    until = await findPartEnd(db, { after, atOnce })
    // The first part is read with the days that are verified, and were named since then.
    const isFirst = after === verified
    found.push(...(await readPart(db, { after, until, verified: isFirst ? verified : null })))
    after = until
  } while (until !== null)
  return found
}

/** Carries on to the last closed day, or to the part in which something is wrong: an interrupted run goes on there. */
export async function verifyLedger(
  db: Db,
  { now, signal, atOnce = transactionsAtOnce }: Verifying,
): Promise<void> {
  while (await verifyPart(db, now, atOnce)) signal.throwIfAborted()
}

type Verifying = { now: Date; signal: AbortSignal; atOnce?: number }

/** Returns whether something was verified. */
async function verifyPart(db: Db, now: Date, atOnce: number): Promise<boolean> {
  const verified = await findVerified(db)
  const { rows } = await sql<{ day: Day | null }>`
    select max(day)::text as day from reconciled_days
  `.execute(db)
  const last = rows[0]?.day ?? '-infinity'
  const until = await findPartEnd(db, { after: verified, last, atOnce })
  if (until === null) return false
  const problems = await readPart(db, { after: verified, until, verified })
  if (problems.length > 0) return false
  // Unless somebody wants everything read again meanwhile.
  const { numAffectedRows } = await sql`
    insert into verified_ledger (until_day, verified_at)
    select ${until}::date, ${now}
    where (select until_day from verified_ledger) is not distinct from ${verified}::date
    on conflict (is_only) do update set until_day = excluded.until_day, verified_at = excluded.verified_at
  `.execute(db)
  return numAffectedRows === 1n
}

/** The last of the next closed days that are read at once; null if there are none. */
async function findPartEnd(
  db: Db,
  { after, last = 'infinity', atOnce }: { after: Day | null; last?: Day; atOnce: number },
): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select max(day)::text as day
    from (
      select day, sum(transactions) over (order by day) as transactions, row_number() over (order by day) as number
      from ledger_days
      where day > coalesce(${after}::date, '-infinity') and day <= ${last}::date
    ) as following
    where transactions <= ${atOnce} or number = 1
  `.execute(db)
  return rows[0]?.day ?? null
}

type Part = { after: Day | null; until: Day | null; verified: Day | null }

async function readPart(db: Db, { after, until, verified }: Part): Promise<LedgerProblem[]> {
  const { rows } = await sql<LedgerProblem>`
    select kind, subject, payment_id
    from ledger_problems(${after}::date, ${until}::date, ${verified}::date)
  `.execute(db)
  return rows
}
