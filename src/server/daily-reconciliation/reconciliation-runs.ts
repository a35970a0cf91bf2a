// A comparison of days with the card provider: one that was interrupted goes on.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { planReads } from './list-reads.ts'

export type JobRun = { log: FastifyBaseLogger; signal: AbortSignal }

/** A day in UTC, e.g. 2026-11-23. */
export type Day = string

export type ReconciliationRun = {
  id: string
  firstDay: Day
  lastDay: Day
  isRepeat: boolean
  /** The provider's lists are read from then on. */
  since: Date
  /** The end of the last day. */
  until: Date
  startedAt: Date
}

const dayMs = 24 * 3_600_000

/** What the provider lists late, and what was looked at too early, is compared once more. */
const overlapDays = 2

export const startOf = (day: Day): Date => new Date(`${day}T00:00:00Z`)
export const dayOf = (time: Date): Day => time.toISOString().slice(0, 10)
export const dayAfter = (day: Day): Day => dayOf(new Date(startOf(day).getTime() + dayMs))

/** The daily run that has not ended, or a new one for all days that have ended and are not closed; null if there is none. */
export async function openDailyRun(db: Db, now: Date): Promise<ReconciliationRun | null> {
  const open = await readRuns(db).where('is_repeat', '=', false).executeTakeFirst()
  if (open) return asRun(open)
  const firstDay = await findNextDay(db)
  const lastDay = dayOf(new Date(now.getTime() - dayMs))
  if (firstDay === null || firstDay > lastDay) return null
  return openRun(db, { firstDay, lastDay, isRepeat: false, now })
}

/** After the last closed day, or the first day of the ledger. */
async function findNextDay(db: Db): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select coalesce(
      (select max(day) + 1 from reconciled_days), (select min(day) from ledger_days)
    )::text as day
  `.execute(db)
  return rows[0]?.day ?? null
}

type NewRun = { firstDay: Day; lastDay: Day; isRepeat: boolean; now: Date }

export async function openRun(
  db: Db,
  { firstDay, lastDay, isRepeat, now }: NewRun,
): Promise<ReconciliationRun> {
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('reconciliation_runs')
      .values({ first_day: firstDay, last_day: lastDay, is_repeat: isRepeat, started_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const run = asRun(await readRuns(tx).where('id', '=', id).executeTakeFirstOrThrow())
    await planReads(tx, run)
    return run
  })
}

function readRuns(db: Db) {
  return db
    .selectFrom('reconciliation_runs')
    .select(['id', 'is_repeat', 'started_at'])
    .select([sql<Day>`first_day::text`.as('first_day'), sql<Day>`last_day::text`.as('last_day')])
    .select(firstCheckout.as('first_checkout'))
}

/** Until a day is closed: what was paid then may have been recorded, and so booked, days later. */
const firstCheckout = sql<Date | null>`(
  select min(created_at) from payments where not exists (select from reconciled_days)
)`

type RunRow = Awaited<ReturnType<ReturnType<typeof readRuns>['executeTakeFirstOrThrow']>>

function asRun(row: RunRow): ReconciliationRun {
  const checkedOutFrom = row.first_checkout?.getTime() ?? Infinity
  return {
    id: row.id,
    firstDay: row.first_day,
    lastDay: row.last_day,
    isRepeat: row.is_repeat,
    since: new Date(
      Math.min(startOf(row.first_day).getTime(), checkedOutFrom) - overlapDays * dayMs,
    ),
    until: startOf(dayAfter(row.last_day)),
    startedAt: row.started_at,
  }
}

const deletedAtOnce = 50_000

/** What it has read is not needed any more. */
export async function endRun(db: Db, { id }: ReconciliationRun): Promise<void> {
  await db.deleteFrom('reconciliation_runs').where('id', '=', id).execute()
  await deleteLeftRecords(db)
}

/** Also those of a repeat that was interrupted. */
async function deleteLeftRecords(db: Db): Promise<void> {
  let deleted: bigint
  do {
    const { numAffectedRows } = await sql`
      delete from provider_records
      where ctid = any(array(
        select ctid from provider_records
        where run_id not in (select id from reconciliation_runs)
        limit ${deletedAtOnce}
      ))
    `.execute(db)
    deleted = numAffectedRows ?? 0n
  } while (deleted === BigInt(deletedAtOnce))
}
