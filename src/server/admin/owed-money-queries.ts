// Refunds and transfers as admins see them.

import { sql, type SqlBool } from 'kysely'
import type { OwedMoney, OwedSummary, UnsentTransfer } from '#contracts/admin/owed-money.ts'
import { adminPageSize } from '#rules/admin/admin-search.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import {
  paidStatuses,
  paidTransferStatuses,
  refundProcess,
  transferProcess,
  type OwedKind,
  type OwedStatus,
} from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import {
  isOwnedAsAsked,
  ownerOf,
  presentTask,
  type ListReader,
  type Reader,
} from './owner-of-task.ts'
import { pageOf } from './page-of.ts'
import {
  postingOfSettledRefund,
  postingOfSettledTransfer,
  postingOfWrittenOffTransfer,
} from '#server/ledger/settlement-postings.ts'
import { previewOfRefund, previewOfTransfer } from '#server/ledger/preview-postings.ts'
import { isUnsendable } from '#server/payments/transfer-records.ts'

type OwedRow = {
  kind: OwedKind
  id: string
  amount_pence: number
  status: OwedStatus
  last_problem: string | null
  created_at: Date
}

const columns = ['id', 'last_problem', 'created_at'] as const
/** Less what it has paid of the artist's debts. */
const payablePence = 'transfers.payable_pence as amount_pence'

/** Those that need a person first, then the oldest. */
export async function findOwedTo(db: Db, userId: string): Promise<OwedSummary[]> {
  const rows: OwedRow[] = await db
    .selectFrom(
      db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(columns.map((column) => `refunds.${column}` as const))
        .select([
          'refunds.amount_pence',
          sql.lit<OwedKind>('refund').as('kind'),
          statusOf('refunds'),
        ])
        .where('payments.customer_id', '=', userId)
        .where('payments.refunded_pence', '>', 0)
        .where('refunds.status', 'not in', paidStatuses)
        .unionAll(
          db
            .selectFrom('transfers')
            .select(columns.map((column) => `transfers.${column}` as const))
            .select([payablePence, sql.lit<OwedKind>('transfer').as('kind'), statusOf('transfers')])
            .where('artist_id', '=', userId)
            .where('transfers.status', 'not in', paidTransferStatuses),
        )
        .as('owed'),
    )
    .selectAll()
    .orderBy((eb) => eb('status', '=', 'failed'), 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(adminPageSize)
    .execute()
  return rows.map(presentSummary)
}

const tasks = {
  refund: { kind: 'refund', id: sql.ref<string>('refunds.id') },
  transfer: { kind: 'transfer', id: sql.ref<string>('transfers.id') },
} as const

/** As written in the predicate of the index. */
const unsentStatuses = sql.join(transferProcess.steps.settle.from.map((status) => sql.lit(status)))

/** Those that failed first, then the oldest. */
export async function findUnsentTransfers(db: Db, { page, ...reader }: ListReader) {
  const unsent = db
    .selectFrom('transfers')
    .where(sql<SqlBool>`transfers.status in (${unsentStatuses})`)
    .where(isOwnedAsAsked(tasks.transfer, reader))
  const { rows, paging } = await pageOf(unsent, {
    page,
    longList: {
      id: tasks.transfer.id,
      order: sql`transfers.status = 'failed' desc, transfers.created_at, transfers.id`,
    },
    shown: db
      .selectFrom('transfers')
      .innerJoin('users', 'users.id', 'transfers.artist_id')
      .select(columns.map((column) => `transfers.${column}` as const))
      .select([payablePence, 'transfers.status', 'artist_id', 'due_at'])
      .select(nameOf().as('artist_name'))
      .select(ownerOf(tasks.transfer).as('task_owner')),
  })
  const transfers = rows.map((row): UnsentTransfer => ({
    ...presentSummary({ ...row, kind: 'transfer' }),
    artist: { id: row.artist_id, name: row.artist_name },
    dueAt: dueAtOf(row),
    task: presentTask({ owner: row.task_owner, since: row.created_at }, reader),
  }))
  return { transfers, ...paging }
}

/** Those of both tables in one list. */
const statusOf = (table: 'refunds' | 'transfers') =>
  sql<OwedStatus>`${sql.ref(table)}.status`.as('status')

/** Null if there is none. */
export async function findRefund(db: Db, id: string, reader: Reader): Promise<OwedMoney | null> {
  const row = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('users', 'users.id', 'payments.customer_id')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('commissions', 'commissions.id', 'payments.subject_id')
    .select(columns.map((column) => `refunds.${column}` as const))
    .select([
      'refunds.amount_pence',
      'refunds.status',
      'refunds.payment_id',
      'provider_id',
      'settled_at',
      'settled_reference',
      'serial',
      'refunds.due_at',
      ownerOf(tasks.refund).as('task_owner'),
    ])
    .select(subjectColumns)
    .where('refunds.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const posting = postingOfSettledRefund({
    refundId: id,
    paymentId: row.payment_id,
    pence: row.amount_pence,
    from: 'paid_outside',
  })
  const isOwed = refundProcess.steps.settle.from.includes(row.status)
  return {
    ...presentOwed({ ...row, kind: 'refund' }, isOwed ? posting.entries : [], reader),
    retryPostings:
      row.status === 'failed' ? previewOfRefund(row.payment_id, row.amount_pence) : null,
  }
}

/** Null if there is none. */
export async function findTransfer(db: Db, id: string, reader: Reader): Promise<OwedMoney | null> {
  const row = await db
    .selectFrom('transfers')
    .innerJoin('payments', 'payments.id', 'transfers.payment_id')
    .innerJoin('users', 'users.id', 'transfers.artist_id')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('commissions', 'commissions.id', 'payments.subject_id')
    .select(columns.map((column) => `transfers.${column}` as const))
    .select([
      payablePence,
      'transfers.status',
      'transfers.payment_id',
      'provider_id',
      'settled_at',
      'settled_reference',
      'serial',
      'transfers.due_at',
      ownerOf(tasks.transfer).as('task_owner'),
    ])
    .select(subjectColumns)
    .where('transfers.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { payment_id: paymentId, owner_id: artistId, amount_pence: pence, status } = row
  const owed = { transferId: id, paymentId, artistId, pence }
  const { settle, claim, writeOff } = transferProcess.steps
  const isKept = claim.from.includes(status)
  const isOwed = (settle.from.includes(status) || isKept) && pence > 0
  const settling = postingOfSettledTransfer({
    ...owed,
    from: isKept ? 'unclaimed' : 'artist_payable',
  })
  const canBeWrittenOff = isOwed && writeOff.from.includes(status) && (await isUnsendable(db, id))
  return {
    ...presentOwed({ ...row, kind: 'transfer' }, isOwed ? settling.entries : [], reader),
    retryPostings: status === 'failed' ? previewOfTransfer(artistId, pence) : null,
    writeOffPostings: canBeWrittenOff
      ? presentEntries(postingOfWrittenOffTransfer(owed).entries)
      : null,
  }
}

const subjectColumns = [
  'users.id as owner_id',
  nameOf().as('owner_name'),
  'commissions.id as commission_id',
  'commissions.name as commission_name',
] as const

type FoundRow = OwedRow & {
  provider_id: string | null
  settled_at: Date | null
  settled_reference: string | null
  serial: number | null
  owner_id: string
  owner_name: string
  commission_id: string | null
  commission_name: string | null
  due_at: Date
  task_owner: { id: string; name: string | null } | null
}

function presentOwed(
  row: FoundRow,
  entries: { account: string; pence: number }[],
  reader: Reader,
): OwedMoney {
  const { settled_at: at, settled_reference: reference } = row
  const { commission_id: commissionId, commission_name: name } = row
  return {
    ...presentSummary(row),
    owner: { id: row.owner_id, name: row.owner_name },
    receiptNumber: row.serial === null ? null : receiptNumber(row.serial),
    commission: commissionId === null || name === null ? null : { id: commissionId, name },
    providerId: row.provider_id,
    settled: at === null || reference === null ? null : { at: at.toISOString(), reference },
    postings: presentEntries(entries),
    retryPostings: null,
    writeOffPostings: null,
    dueAt: dueAtOf(row),
    task: presentTask({ owner: row.task_owner, since: row.created_at }, reader),
  }
}

function presentEntries(entries: readonly { account: string; pence: number }[]) {
  return entries.map(({ account, pence }) => ({ account, pence }))
}

/** Both processes start with waiting for an attempt. */
function dueAtOf({ status, due_at: dueAt }: Pick<FoundRow, 'status' | 'due_at'>): string | null {
  return status === transferProcess.start ? dueAt.toISOString() : null
}

function presentSummary(row: OwedRow): OwedSummary {
  return {
    kind: row.kind,
    id: row.id,
    pence: row.amount_pence,
    status: row.status,
    problem: row.last_problem,
    createdAt: row.created_at.toISOString(),
  }
}
