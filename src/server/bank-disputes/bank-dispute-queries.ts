// Bank disputes as admins see them.

import { sql } from 'kysely'
import type { BankDispute, BankDisputeRecord } from '#contracts/admin/bank-disputes.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { answerableStatuses } from '#rules/payments/bank-dispute-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import {
  isOwnedAsAsked,
  ownerOf,
  presentTask,
  type ListReader,
  type Reader,
} from '#server/admin/owner-of-task.ts'
import { pageOf } from '#server/admin/page-of.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { listEvidenceFiles } from './files/evidence-file-queries.ts'
import { putTogether, readEvidence } from './put-together.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

const tasks = { kind: 'bank_dispute', id: sql.ref<string>('bank_disputes.id') } as const

const answerable = sql<boolean>`(
  bank_disputes.status in (${sql.join(answerableStatuses.map((status) => sql.lit(status)))})
  and bank_disputes.answered_at is null
)`

/** Those to answer first, by their deadline; then the newest. */
export async function findBankDisputes(db: Db, { page, ...reader }: ListReader) {
  const found = db.selectFrom('bank_disputes').where(isOwnedAsAsked(tasks, reader))
  const { rows, paging } = await pageOf(found, {
    page,
    longList: {
      id: tasks.id,
      // As written in the index.
      order: sql`
        ${answerable} desc, (case when ${answerable} then bank_disputes.answer_by end),
        bank_disputes.opened_at desc, bank_disputes.id`,
    },
    shown: withColumns(disputes(db)),
  })
  return { disputes: rows.map((row) => present(row, reader)), ...paging }
}

/** @throws Refusal not_found */
export async function findBankDispute(
  db: Db,
  { id, publicUrl, ...reader }: Reader & { id: string; publicUrl: string },
): Promise<BankDisputeRecord> {
  const row = await findRow(db, id)
  if (!row) throw new Refusal('not_found')
  return {
    ...present(row, reader),
    providerId: row.provider_id,
    isAnswerable: row.is_answerable,
    lostPence: row.lost_pence,
    evidence: readEvidence(row.evidence) ?? (await putTogether(db, row.payment_id, publicUrl)),
    files: await listEvidenceFiles(db, { disputeId: id, isAnswerable: row.is_answerable }),
  }
}

function findRow(db: Db, id: string) {
  return withColumns(disputes(db)).where('bank_disputes.id', '=', id).executeTakeFirst()
}

function disputes(db: Db) {
  return db
    .selectFrom('bank_disputes')
    .innerJoin('payments', 'payments.id', 'bank_disputes.payment_id')
    .innerJoin('users', 'users.id', 'payments.customer_id')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('commissions', 'commissions.id', 'payments.subject_id')
}

function withColumns(found: ReturnType<typeof disputes>) {
  return found
    .selectAll('bank_disputes')
    .select(['users.id as customer_id', 'serial', 'commissions.id as commission_id'])
    .select(['commissions.name as commission_name', answerable.as('is_answerable')])
    .select(nameOf().as('customer_name'))
    .select(ownerOf(tasks).as('task_owner'))
}

function present(row: Row, reader: Reader): BankDispute {
  const { commission_id: commissionId, commission_name: name } = row
  return {
    id: row.id,
    status: row.status,
    pence: row.amount_pence,
    reason: row.reason,
    openedAt: row.opened_at.toISOString(),
    answerBy: row.answer_by?.toISOString() ?? null,
    answeredAt: row.answered_at?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    customer: { id: row.customer_id, name: row.customer_name },
    receiptNumber: row.serial === null ? null : receiptNumber(row.serial),
    commission: commissionId === null || name === null ? null : { id: commissionId, name },
    task: presentTask(
      { owner: row.task_owner, since: row.opened_at, endedAt: row.decided_at },
      reader,
    ),
  }
}
