// An admin has a refund or a transfer that has failed tried again: the delays after a refusal begin anew.

import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { refundProcess, transferProcess, type OwedKind } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { subjectFunctions } from './payment-subjects.ts'
import { queueRefund, type RefundDeps } from './refund-records.ts'
import { lockSubject } from './transfer-records.ts'
import { lockAccount, queueTransfer } from './transfers.ts'

type Owed = { ownerId: string; pence: number }

type Retry = {
  id: string
  /** In the same transaction. */
  record: (tx: Db, retried: Owed) => Promise<unknown>
}

type Wake = {
  id: string
  step: 'wake'
  changes: { attempts: number; refusals: number; due_at: Date }
  where: typeof isFailed
}

type Kind = {
  /** Locks what is locked before its row. Null if there is none. */
  lock(tx: Db, deps: RefundDeps, id: string): Promise<Owed | null>
  move(tx: Db, wake: Wake): Promise<boolean>
  queue(tx: Db, id: string): Promise<void>
}

const kinds: Record<OwedKind, Kind> = {
  refund: {
    async lock(tx, deps, id) {
      const payment = await tx
        .selectFrom('payments')
        .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
        .selectAll('payments')
        .select('refunds.amount_pence as pence')
        .where('refunds.id', '=', id)
        .executeTakeFirst()
      if (!payment) return null
      await subjectFunctions(deps.subjects, payment).lock(tx, payment.subject_id)
      return { ownerId: payment.customer_id, pence: payment.pence }
    },
    move: (tx, wake) => move(tx, 'refunds', refundProcess, wake),
    queue: queueRefund,
  },
  transfer: {
    async lock(tx, deps, id) {
      const transfer = await tx
        .selectFrom('transfers')
        .select(['artist_id', 'payable_pence'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!transfer) return null
      await lockSubject(tx, deps.subjects, id)
      await lockAccount(tx, transfer.artist_id)
      return { ownerId: transfer.artist_id, pence: transfer.payable_pence }
    },
    move: (tx, wake) => move(tx, 'transfers', transferProcess, wake),
    queue: queueTransfer,
  },
}

/** Only what has failed: a blocked transfer waits for something that a retry does not end. */
const isFailed = sql<SqlBool>`status = 'failed'`

/** @throws Refusal not_found, not_failed */
export async function retryOwed(
  deps: RefundDeps,
  kind: OwedKind,
  { id, record }: Retry,
): Promise<void> {
  const { lock, move: moveRow, queue } = kinds[kind]
  const changes = { attempts: 0, refusals: 0, due_at: deps.clock.now() }
  await deps.db.transaction().execute(async (tx) => {
    const owed = await lock(tx, deps, id)
    if (owed === null) throw new Refusal('not_found')
    if (!(await moveRow(tx, { id, step: 'wake', changes, where: isFailed })))
      throw new Refusal('not_failed')
    await queue(tx, id)
    await record(tx, owed)
  })
}
