// Money that moved at the card provider for a reason that the app does not know: admins see it, and assign it to an account.

import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { AssignableAccount } from '#rules/payments/ledger-accounts.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { book } from '#server/ledger/ledger.ts'
import { postingOfAssigned } from '#server/ledger/balance-postings.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { UnexplainedMovement } from '#contracts/admin/money.ts'
import { recordAdminAction } from './audit-log.ts'
import { isOwnedAsAsked, ownerOf, presentTask, type ListReader } from './owner-of-task.ts'
import { pageOf } from './page-of.ts'

const tasks = { kind: 'movement', id: sql.ref('unexplained_transactions.id') } as const

/** The oldest first. */
export async function findUnexplained(db: Db, { page, ...reader }: ListReader) {
  const found = db
    .selectFrom('unexplained_transactions')
    .innerJoin('balance_transactions', 'balance_transactions.id', 'balance_transaction_id')
    .where('explained_at', 'is', null)
    .where(isOwnedAsAsked(tasks, reader))
  const { rows, paging } = await pageOf(found, {
    page,
    shown: found
      .select(['unexplained_transactions.id', 'balance_transaction_id', 'source_id', 'type'])
      .select(['description', 'amount_pence', 'fee_pence', 'created_at', 'found_at'])
      .select(ownerOf(tasks).as('task_owner'))
      .orderBy('found_at')
      .orderBy('unexplained_transactions.id'),
  })
  const movements = rows.map((row): UnexplainedMovement => ({
    id: row.id,
    balanceTransactionId: row.balance_transaction_id,
    sourceId: row.source_id,
    type: row.type,
    description: row.description,
    pence: row.amount_pence - row.fee_pence,
    movedAt: row.created_at.toISOString(),
    task: presentTask({ owner: row.task_owner, since: row.found_at }, reader),
  }))
  return { movements, ...paging }
}

type Assignment = { id: string; adminId: string; account: AssignableAccount; note: string }

/** @throws Refusal not_found, already_explained */
export async function assignUnexplained(
  { db, clock }: { db: Db; clock: Clock },
  { id, adminId, account, note }: Assignment,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const assigned = await tx
      .updateTable('unexplained_transactions')
      .from('balance_transactions')
      .set({ assigned_to: account, explained_at: now })
      .whereRef('balance_transactions.id', '=', 'balance_transaction_id')
      .where('unexplained_transactions.id', '=', id)
      .where('explained_at', 'is', null)
      .returning(['balance_transaction_id', 'amount_pence', 'fee_pence'])
      .executeTakeFirst()
    if (!assigned) throw new Refusal((await isKnown(tx, id)) ? 'already_explained' : 'not_found')
    const { balance_transaction_id: balanceTransactionId } = assigned
    const pence = assigned.amount_pence - assigned.fee_pence
    await book(tx, postingOfAssigned({ balanceTransactionId, pence }, account), now)
    const details = { account, balanceTransactionId }
    const action = 'assign_unexplained'
    await recordAdminAction(tx, { adminId, action, subjectId: id, note, details })
  })
}

async function isKnown(tx: Db, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('unexplained_transactions')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}
