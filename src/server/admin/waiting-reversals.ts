// Reversals that the card provider has not made: it refuses them, or does not answer. They are tried again by themselves.

import { sql } from 'kysely'
import type { WaitingReversal } from '#contracts/admin/debts.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { reversalProcess } from '#rules/payments/reversal-process.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { isOwnedAsAsked, ownerOf, presentTask, type ListReader } from './owner-of-task.ts'
import { pageOf } from './page-of.ts'

const tasks = { kind: 'reversal', id: sql.ref('reversals.id') } as const

/** The oldest first. */
export async function findWaitingReversals(db: Db, { page, ...reader }: ListReader) {
  const found = db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'reversals.transfer_id')
    .innerJoin('users', 'users.id', 'reversals.artist_id')
    .leftJoin('receipts', 'receipts.payment_id', 'transfers.payment_id')
    // As written in the predicate of the index.
    .where('reversals.status', '=', sql.lit(reversalProcess.start))
    // One that has not been tried yet, or whose transfer is not sent, needs nobody.
    .where('reversals.last_problem', 'is not', null)
    .where(isOwnedAsAsked(tasks, reader))
  const { rows, paging } = await pageOf(found, {
    page,
    shown: found
      .select(['reversals.id', 'reversals.artist_id', 'transfers.payment_id', 'cause_kind'])
      .select(['reversals.amount_pence', 'reversals.last_problem', 'reversals.refusals'])
      .select(['reversals.created_at', 'reversals.due_at', 'serial'])
      .select(nameOf().as('artist_name'))
      .select(ownerOf(tasks).as('task_owner'))
      .orderBy('reversals.created_at')
      .orderBy('reversals.id'),
  })
  const reversals = rows.map((row): WaitingReversal => ({
    id: row.id,
    artist: { id: row.artist_id, name: row.artist_name },
    paymentId: row.payment_id,
    receiptNumber: row.serial === null ? null : receiptNumber(row.serial),
    cause: row.cause_kind,
    pence: row.amount_pence,
    problem: row.last_problem ?? '',
    isRefused: row.refusals > 0,
    dueAt: row.due_at.toISOString(),
    task: presentTask({ owner: row.task_owner, since: row.created_at }, reader),
  }))
  return { reversals, ...paging }
}
