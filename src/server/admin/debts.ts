// What artists owe, as admins see it, and what they decide: to ask for the money, to write it off, or that it was paid.

import { sql } from 'kysely'
import type { Debt, DebtSummary } from '#contracts/admin/debts.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { debtDueAt, type DebtDecision } from '#rules/payments/debt-decisions.ts'
import { debtStatus } from '#rules/payments/reversal-process.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { postingOfClosedDebt } from '#server/ledger/reversal-postings.ts'
import { askForDebt, closeDebt, lockDebt } from '#server/payments/debts.ts'
import { recordAdminAction } from './audit-log.ts'
import {
  isOwnedAsAsked,
  ownerOf,
  presentTask,
  type ListReader,
  type Reader,
} from './owner-of-task.ts'
import { pageOf } from './page-of.ts'
import { findWaitingReversals } from './waiting-reversals.ts'

type Deps = { db: Db; clock: Clock }

type Pages = Omit<ListReader, 'now'> & { waiting: number }

/** The oldest first. */
export async function findDebts({ db, clock }: Deps, { page, waiting, ...asked }: Pages) {
  const reader = { ...asked, now: clock.now() }
  const found = debtsOf(db)
    .where('reversals.status', '=', debtStatus)
    .where(isOwnedAsAsked(reversalTasks, reader))
  const { rows, paging } = await pageOf(found, {
    page,
    shown: found.select(columns).orderBy('refused_at').orderBy('reversals.id'),
  })
  const { owed } = await db
    .selectFrom('reversals')
    .select((eb) => eb.fn.sum<string | null>(leftPence).as('owed'))
    .where('status', '=', debtStatus)
    .executeTakeFirstOrThrow()
  return {
    debts: rows.map((row) => summaryOf(row, reader)),
    owedPence: Number(owed ?? 0),
    waiting: await findWaitingReversals(db, { ...reader, page: waiting }),
    ...paging,
  }
}

const reversalTasks = { kind: 'reversal', id: sql.ref('reversals.id') } as const

const leftPence = sql<number>`reversals.amount_pence - reversals.netted_pence`

function debtsOf(db: Db) {
  return db
    .selectFrom('reversals')
    .innerJoin('users', 'users.id', 'reversals.artist_id')
    .where('refused_at', 'is not', null)
}

const columns = [
  'reversals.id',
  'reversals.artist_id',
  'cause_kind',
  'refused_at',
  'asked_at',
  nameOf().as('artist_name'),
  leftPence.as('left_pence'),
  ownerOf(reversalTasks).as('task_owner'),
] as const

type Row = {
  id: string
  artist_id: string
  artist_name: string
  cause_kind: DebtSummary['cause']
  refused_at: Date | null
  asked_at: Date | null
  left_pence: number
  task_owner: { id: string; name: string | null } | null
}

function summaryOf(row: Row, reader: Reader): DebtSummary {
  const { now } = reader
  const since = row.refused_at ?? now
  const decideFrom = debtDueAt(since)
  return {
    id: row.id,
    artist: { id: row.artist_id, name: row.artist_name },
    cause: row.cause_kind,
    pence: row.left_pence,
    owedSince: since.toISOString(),
    decideFrom: decideFrom.toISOString(),
    isDue: decideFrom <= now,
    askedAt: row.asked_at?.toISOString() ?? null,
    task: presentTask({ owner: row.task_owner, since }, reader),
  }
}

/** Null if there is none. */
export async function findDebt(
  { db, clock }: Deps,
  { id, adminId }: { id: string; adminId: string },
): Promise<Debt | null> {
  const row = await debtsOf(db)
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .leftJoin('receipts', 'receipts.payment_id', 'transfers.payment_id')
    .select(columns)
    .select(['transfer_id', 'reversals.amount_pence', 'reversals.last_problem'])
    .select(['reversals.status', 'transfers.payment_id', 'serial'])
    .where('reversals.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { artist_id: artistId, payment_id: paymentId, left_pence: pence } = row
  const isOpen = row.status === debtStatus
  const posted = (account: 'losses' | 'paid_outside') =>
    isOpen
      ? postingOfClosedDebt({ reversalId: id, paymentId, artistId, pence }, account).entries.map(
          (entry) => ({ account: entry.account, pence: entry.pence }),
        )
      : []
  return {
    ...summaryOf(row, { adminId, now: clock.now() }),
    transferId: row.transfer_id,
    amountPence: row.amount_pence,
    problem: row.last_problem,
    receiptNumber: row.serial === null ? null : receiptNumber(row.serial),
    isOpen,
    postings: { write_off: posted('losses'), repay: posted('paid_outside') },
  }
}

type Decided = {
  id: string
  adminId: string
  decision: DebtDecision
  /** What was left of it when the admin decided. */
  pence: number
  /** When the artist was asked last, as the admin saw it. */
  askedAt?: string | undefined
  reason: string
  note?: string | undefined
}

/** @throws Refusal not_found, own_sale, debt_changed, debt_asked */
export async function decideDebt(
  { db, clock }: Deps,
  { id, adminId, decision, pence, askedAt = '', reason, note }: Decided,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const debt = await lockDebt(tx, id)
    if (!debt) throw new Refusal('not_found')
    if (debt.artistId === adminId) throw new Refusal('own_sale')
    // A sale has paid of it, or another admin has decided.
    if (debt.leftPence === 0 || debt.leftPence !== pence) throw new Refusal('debt_changed')
    // Another admin has asked, or the same form was sent twice.
    if (decision === 'ask' && askedAt !== (debt.askedAt?.toISOString() ?? ''))
      throw new Refusal('debt_asked')
    if (decision === 'ask') await askForDebt(tx, debt, { reason, now })
    else await closeDebt(tx, debt, { decision, reason, now })
    await recordAdminAction(tx, {
      adminId,
      action: 'decide_debt',
      subjectId: debt.artistId,
      reason,
      note,
      details: { debt: id, decision, pence },
    })
  })
}
