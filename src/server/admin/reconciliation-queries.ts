// The closed days, and what differs, as admins see them.

import { sql } from 'kysely'
import type { Difference, ReconciledDay } from '#contracts/admin/reconciliation.ts'
import { adminPageSize } from '#rules/admin/admin-search.ts'
import { differenceProcess } from '#rules/payments/difference-process.ts'
import type { Db } from '#server/db/client.ts'
import { daysBetween } from './days-between.ts'
import {
  isOwnedAsAsked,
  ownerOf,
  presentTask,
  type ListReader,
  type Reader,
} from './owner-of-task.ts'
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
export async function findDay(db: Db, { day, ...reader }: Reader & { day: string }) {
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
    differences: differences.map((one) => presentDifference(one, reader)),
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
export async function findDifferences(db: Db, { page, ...reader }: ListReader) {
  const found = differencesIn(db)
    .where('found.status', '=', 'open')
    .where(isOwnedAsAsked(tasks, reader))
  const { rows, paging } = await pageOf(found, { page, shown: withOwner(found) })
  return { differences: rows.map((row) => presentDifference(row, reader)), ...paging }
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
  { id, ...reader }: Reader & { id: string },
): Promise<Difference | null> {
  const row = await withOwner(differencesIn(db).where('found.id', '=', id)).executeTakeFirst()
  return row ? presentDifference(row, reader) : null
}

const tasks = { kind: 'difference', id: sql.ref('found.id') } as const

function differencesIn(db: Db) {
  return db.selectFrom('reconciliation_differences as found')
}

function withOwner(found: ReturnType<typeof differencesIn>) {
  return found
    .select(['found.id', 'kind', 'subject', 'payment_id', 'ours_pence', 'theirs_pence'])
    .select(['found_at', 'found.status', 'reason', 'ended_at'])
    .select([sql<string>`found.day::text`.as('date'), ownerOf(tasks).as('task_owner')])
    .orderBy('found_at')
    .orderBy('found.id')
    .limit(adminPageSize)
}

type DifferenceRow = Awaited<ReturnType<ReturnType<typeof withOwner>['executeTakeFirstOrThrow']>>

function presentDifference(row: DifferenceRow, reader: Reader): Difference {
  const { ours_pence: ours, theirs_pence: theirs } = row
  const { task_owner: owner, found_at: since, ended_at: endedAt } = row
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    paymentId: row.payment_id,
    day: row.date,
    oursPence: ours === null ? null : Number(ours),
    theirsPence: theirs === null ? null : Number(theirs),
    foundAt: since.toISOString(),
    status: row.status,
    task: presentTask({ owner, since, endedAt }, reader),
    reason: row.reason,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
