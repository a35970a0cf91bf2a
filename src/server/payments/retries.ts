// An admin has a refund or a transfer that has failed tried again: the delays after a refusal begin anew.

import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { refundProcess, transferProcess } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { subjectFunctions } from './payment-subjects.ts'
import { queueRefund, type RefundDeps } from './refund-records.ts'
import { lockSubject } from './transfer-records.ts'
import { lockAccount, queueTransfer } from './transfers.ts'

type Retry = {
  id: string
  /** In the same transaction. */
  record: (tx: Db, retried: { ownerId: string; pence: number }) => Promise<unknown>
}

/** Only what has failed: a blocked transfer waits for something that a retry does not end. */
const isFailed = sql<SqlBool>`status = 'failed'`

const woken = (now: Date) => ({ attempts: 0, refusals: 0, due_at: now })

/** @throws Refusal not_found, not_failed */
export async function retryRefund(deps: RefundDeps, { id, record }: Retry): Promise<void> {
  const changes = woken(deps.clock.now())
  await deps.db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
      .selectAll('payments')
      .select('refunds.amount_pence as pence')
      .where('refunds.id', '=', id)
      .executeTakeFirst()
    if (!payment) throw new Refusal('not_found')
    await subjectFunctions(deps.subjects, payment).lock(tx, payment.subject_id)
    const where = isFailed
    if (!(await move(tx, 'refunds', refundProcess, { id, step: 'wake', changes, where })))
      throw new Refusal('not_failed')
    await queueRefund(tx, id)
    await record(tx, { ownerId: payment.customer_id, pence: payment.pence })
  })
}

/** @throws Refusal not_found, not_failed */
export async function retryTransfer(deps: RefundDeps, { id, record }: Retry): Promise<void> {
  const changes = woken(deps.clock.now())
  await deps.db.transaction().execute(async (tx) => {
    const transfer = await tx
      .selectFrom('transfers')
      .select(['artist_id', 'payable_pence'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!transfer) throw new Refusal('not_found')
    const { artist_id: ownerId, payable_pence: pence } = transfer
    await lockSubject(tx, deps.subjects, id)
    await lockAccount(tx, ownerId)
    const where = isFailed
    if (!(await move(tx, 'transfers', transferProcess, { id, step: 'wake', changes, where })))
      throw new Refusal('not_failed')
    await queueTransfer(tx, id)
    await record(tx, { ownerId, pence })
  })
}
