// Refunds of order lines: the row is written first, the refund is sent once, the ledger follows in one transaction.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/client.ts'
import {
  PaymentKeySpent,
  PaymentRefused,
  PaymentUnknown,
  type MadeRefund,
  type Payments,
} from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { recordArrived } from './refund-outcome.ts'
import { chargeOf, dueAfter, mayAlreadyExist, nextAttemptAt } from './provider-attempts.ts'

type Deps = { db: Db; payments: Payments; log: FastifyBaseLogger }
type Refund = NonNullable<Awaited<ReturnType<typeof claimRefund>>>

/** Called in the transaction that detects that a line grants nothing. */
export async function oweRefunds(
  tx: Db,
  orderId: string,
  lines: { id: string; customer_pence: number }[],
): Promise<void> {
  for (const line of lines) {
    const id = randomUUID()
    await tx
      .insertInto('refunds')
      .values({
        id,
        order_id: orderId,
        order_line_id: line.id,
        amount_pence: line.customer_pence,
      })
      .execute()
    await addJob(tx, 'send_refund', { refundId: id }, { key: `send_refund:${id}` })
  }
}

/** Idempotent: the provider's idempotency key and the row's status allow one refund only. */
export async function sendRefund({ db, payments, log }: Deps, refundId: string): Promise<void> {
  const refund = await claimRefund(db, refundId)
  if (!refund) return
  try {
    await recordMade(db, refund, await refundOf(payments, refund))
  } catch (error) {
    const ids = { refund: refund.id, order: refund.order_id }
    if (error instanceof PaymentKeySpent) {
      log.error({ err: error, ...ids }, 'the key of a refund is spent')
      return scheduleRetry(db, refund, error, 'next')
    }
    if (error instanceof PaymentUnknown) return scheduleRetry(db, refund, error, 'same')
    // The provider stores a refused request under its idempotency key, so the next attempt uses a new key. No money has
    // moved, so the number of attempts is not limited.
    if (error instanceof PaymentRefused) {
      log.error({ err: error, ...ids }, 'a refund was refused')
      return scheduleRetry(db, refund, error, 'next')
    }
    throw error
  }
}

async function claimRefund(db: Db, refundId: string) {
  const claimed = await db
    .updateTable('refunds')
    .set(nextAttemptAt)
    .where('id', '=', refundId)
    .where('status', '=', 'waiting')
    .returning(['id', 'order_id', 'amount_pence', 'attempt', 'tries', 'attempt_started_at'])
    .executeTakeFirst()
  if (!claimed) return null
  return { ...claimed, chargeId: await chargeOf(db, claimed.order_id) }
}

async function refundOf(payments: Payments, refund: Refund): Promise<MadeRefund> {
  const { chargeId } = refund
  if (chargeId === null) throw new Error(`Refund ${refund.id} has no charge.`)
  if (mayAlreadyExist(refund)) {
    const made = await payments.findRefund({ refundId: refund.id, chargeId })
    if (made !== null) return made
  }
  return payments.sendRefund({
    refundId: refund.id,
    orderId: refund.order_id,
    amountPence: refund.amount_pence,
    chargeId,
    idempotencyKey: `refund:${refund.id}:a${refund.attempt}`,
  })
}

/** A refund is booked when it has succeeded; a pending one is checked until then. */
async function recordMade(
  db: Db,
  refund: Refund,
  { providerId, state }: MadeRefund,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('refunds')
      .set({ status: 'pending', refund_id: providerId, checked_at: new Date(), last_problem: null })
      .where('id', '=', refund.id)
      .where('status', '=', 'waiting')
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n || state === 'pending') return
    await recordArrived(tx, { id: refund.id, providerId })
  })
}

async function scheduleRetry(
  db: Db,
  refund: Refund,
  { message }: Error,
  key: 'same' | 'next',
): Promise<void> {
  const dueAt = dueAfter(refund.tries)
  await db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('refunds')
      .set({
        last_problem: message.slice(0, 500),
        due_at: dueAt,
        ...(key === 'next' ? { attempt: refund.attempt + 1, attempt_started_at: null } : {}),
      })
      .where('id', '=', refund.id)
      .where('status', '=', 'waiting')
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return
    await addJob(
      tx,
      'send_refund',
      { refundId: refund.id },
      { key: `send_refund:${refund.id}`, runAt: dueAt },
    )
  })
}
