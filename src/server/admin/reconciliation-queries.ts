// The closed days, and what differs, as admins see them.

import { sql } from 'kysely'
import type { Difference, ReconciledDay } from '#contracts/admin/reconciliation.ts'
import { adminPageSize } from '#rules/admin/admin-search.ts'
import { differenceProcess } from '#rules/payments/difference-process.ts'
import type { Db } from '#server/db/client.ts'
import { daysBetween } from './days-between.ts'
import { pageOf } from './page-of.ts'

/** The latest first. */
export async function findDays(db: Db, page: number) {
  const found = db.selectFrom('reconciled_days')
  const { rows, paging } = await pageOf(found, {
    page,
    shown: found.select(dayColumns).orderBy('day', 'desc'),
  })
  return { days: rows.map(presentDay), ...paging }
}

const dayColumns = [
  sql<string>`reconciled_days.day::text`.as('date'),
  'opening_pence',
  'closing_pence',
  'transactions',
  'closed_at',
  sql<number>`(
    select count(*)::int from reconciliation_differences as found
    where found.day = reconciled_days.day and found.status = 'open'
  )`.as('open_differences'),
] as const

type DayRow = {
  date: string
  opening_pence: string
  closing_pence: string
  transactions: number
  closed_at: Date
  open_differences: number
}

function presentDay(row: DayRow): ReconciledDay {
  return {
    day: row.date,
    openingPence: Number(row.opening_pence),
    closingPence: Number(row.closing_pence),
    transactions: row.transactions,
    closedAt: row.closed_at.toISOString(),
    openDifferences: row.open_differences,
  }
}

/** Null for a day that is not closed. */
export async function findDay(db: Db, { day, now }: { day: string; now: Date }) {
  const row = await db
    .selectFrom('reconciled_days')
    .select(dayColumns)
    .select(sql<string>`encode(hash, 'hex')`.as('hash'))
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirst()
  if (!row) return null
  const found = differencesIn(db).where('found.day', '=', sql<Date>`${day}::date`)
  const { rows: differences, paging } = await pageOf(found, { page: 1, shown: withOwner(found) })
  const late = await findLate(db, day)
  return {
    ...presentDay(row),
    hash: row.hash,
    sums: await findSums(db, day),
    ...late,
    differences: differences.map((one) => presentDifference(one, now)),
    differencesTotal: paging.total,
  }
}

async function findSums(db: Db, day: string) {
  const rows = await db
    .selectFrom('reconciled_sums')
    .select(['type', 'transactions', 'amount_pence', 'fee_pence'])
    .where('day', '=', sql<Date>`${day}::date`)
    .orderBy('type')
    .execute()
  return rows.map(({ type, transactions, amount_pence: amount, fee_pence: fee }) => ({
    type,
    transactions,
    amountPence: Number(amount),
    feePence: Number(fee),
  }))
}

/** Read after the day of their creation was closed. */
async function findLate(db: Db, day: string) {
  const found = db
    .selectFrom('balance_transactions')
    .where('counted_on', '=', sql<Date>`${day}::date`)
    .where(sql<boolean>`counted_on > (created_at at time zone 'UTC')::date`)
  const { rows, paging } = await pageOf(found, {
    page: 1,
    shown: found
      .select(['id', 'type', 'amount_pence', 'fee_pence', 'created_at'])
      .orderBy('created_at')
      .orderBy('id'),
  })
  const late = rows.map((row) => ({
    id: row.id,
    type: row.type,
    pence: row.amount_pence - row.fee_pence,
    createdAt: row.created_at.toISOString(),
  }))
  return { late, lateTotal: paging.total }
}

/** The open ones, the oldest first. */
export async function findDifferences(db: Db, { page, now }: { page: number; now: Date }) {
  const found = differencesIn(db).where('found.status', '=', 'open')
  const { rows, paging } = await pageOf(found, { page, shown: withOwner(found) })
  return { differences: rows.map((row) => presentDifference(row, now)), ...paging }
}

/** How many are open, and for how long the oldest one. */
export async function countOpenDifferences(db: Db, now: Date) {
  const { count, oldest } = await db
    .selectFrom('reconciliation_differences')
    .select((eb) => [
      eb.fn.countAll<string>().as('count'),
      sql<Date | null>`min(found_at)`.as('oldest'),
    ])
    // As written in the predicate of the index.
    .where('status', '=', sql.lit(differenceProcess.start))
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestDays: oldest === null ? null : daysBetween(oldest, now) }
}

/** Null if there is none. */
export async function findDifference(
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<Difference | null> {
  const row = await withOwner(differencesIn(db).where('found.id', '=', id)).executeTakeFirst()
  return row ? presentDifference(row, now) : null
}

function differencesIn(db: Db) {
  return db
    .selectFrom('reconciliation_differences as found')
    .leftJoin('users', 'users.id', 'found.owner_id')
}

function withOwner(found: ReturnType<typeof differencesIn>) {
  return found
    .select(['found.id', 'kind', 'subject', 'payment_id', 'ours_pence', 'theirs_pence'])
    .select(['found_at', 'found.status', 'owner_id', 'reason', 'ended_at'])
    .select((eb) => [
      sql<string>`found.day::text`.as('date'),
      eb.fn.coalesce('users.display_name', 'users.username').as('owner_name'),
    ])
    .orderBy('found_at')
    .orderBy('found.id')
    .limit(adminPageSize)
}

type DifferenceRow = Awaited<ReturnType<ReturnType<typeof withOwner>['executeTakeFirstOrThrow']>>

function presentDifference(row: DifferenceRow, now: Date): Difference {
  const { owner_id: ownerId, ours_pence: ours, theirs_pence: theirs } = row
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    paymentId: row.payment_id,
    day: row.date,
    oursPence: ours === null ? null : Number(ours),
    theirsPence: theirs === null ? null : Number(theirs),
    foundAt: row.found_at.toISOString(),
    ageDays: daysBetween(row.found_at, row.ended_at ?? now),
    status: row.status,
    owner: ownerId === null ? null : { id: ownerId, name: row.owner_name },
    reason: row.reason,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}
