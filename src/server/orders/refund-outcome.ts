// The outcome of a refund after it is sent: it succeeds, or it is returned, sometimes after it had succeeded.

import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { MadeRefund, Payments } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { queueRefundMail } from '#server/mail/refund-mail.ts'
import { bookRefund, bookReturnedRefund } from './ledger.ts'
import { dueAfter } from './provider-attempts.ts'

type Deps = { db: Db; payments: Payments; log: FastifyBaseLogger }

const minute = 60_000
const day = 24 * 60 * minute

/** Limited, because an endless retry could pay a refund that the operator has settled in another way. */
const returnsUntilFailed = 3

/** A bank returns a refund within weeks if it cannot book it. */
const returnPeriodMs = 35 * day

/** Fetches the refund from the provider; it never trusts the content of an event. Idempotent. */
export async function checkRefund({ db, payments, log }: Deps, refundId: string): Promise<void> {
  const row = await db
    .updateTable('refunds')
    .set({ checked_at: new Date() })
    .where('id', '=', refundId)
    .where('status', 'in', ['pending', 'sent'])
    .returning(['id', 'order_id', 'refund_id'])
    .executeTakeFirst()
  if (!row || row.refund_id === null) return
  const made = await payments.readRefund(row.refund_id)
  if (made.state === 'pending') return
  if (made.state === 'succeeded') {
    const { providerId } = made
    await db.transaction().execute((tx) => recordArrived(tx, { id: row.id, providerId }))
    return
  }
  const status = await db.transaction().execute((tx) => recordReturned(tx, row.id, made))
  if (status === null) return
  log.error(
    { refund: row.id, order: row.order_id, problem: made.problem },
    status === 'stuck' ? 'a refund is stuck: it needs a person' : 'a refund came back',
  )
}

/** Books a pending refund, emails the customer and updates the order. No effect on another status or provider id. */
export async function recordArrived(
  tx: Db,
  { id, providerId }: { id: string; providerId: string },
): Promise<void> {
  const refund = await tx
    .updateTable('refunds')
    .set({ status: 'sent', sent_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('refund_id', '=', providerId)
    .returning(['order_id', 'order_line_id', 'amount_pence'])
    .executeTakeFirst()
  if (!refund) return
  const { order_id: orderId, amount_pence: pence } = refund
  await bookRefund(tx, { providerId, orderId, pence })
  await recountRefunds(tx, orderId)
  await queueRefundMail(tx, { providerId, orderLineId: refund.order_line_id, pence })
}

/**
 * Retries under a new key, after the usual delays. A refund cancelled at the provider was cancelled by an operator, so
 * only an operator restarts it. Returns null when another run has already recorded the return.
 */
async function recordReturned(
  tx: Db,
  id: string,
  { providerId, state, problem }: MadeRefund,
): Promise<'waiting' | 'stuck' | null> {
  const former = await tx
    .selectFrom('refunds')
    .select(['status', 'order_id', 'amount_pence', 'attempt', 'tries', 'returns'])
    .where('id', '=', id)
    .where('refund_id', '=', providerId)
    .forUpdate()
    .executeTakeFirst()
  if (!former) return null
  const dueAt = dueAfter(former.tries)
  const returns = former.returns + (state === 'failed' ? 1 : 0)
  const status = state === 'canceled' || returns >= returnsUntilFailed ? 'stuck' : 'waiting'
  await tx
    .updateTable('refunds')
    .set({
      status,
      returns,
      refund_id: null,
      sent_at: null,
      attempt: former.attempt + 1,
      attempt_started_at: null,
      last_problem: problem,
      due_at: dueAt,
    })
    .where('id', '=', id)
    .execute()
  if (former.status === 'sent') {
    const { order_id: orderId, amount_pence: pence } = former
    await bookReturnedRefund(tx, { providerId, orderId, pence })
    await recountRefunds(tx, orderId)
  }
  if (status === 'waiting') {
    await addJob(tx, 'send_refund', { refundId: id }, { key: `send_refund:${id}`, runAt: dueAt })
  }
  return status
}

async function recountRefunds(tx: Db, orderId: string): Promise<void> {
  // Locks the order: with two simultaneous refunds of one order, the second must count the first.
  const { total_pence: totalPence } = await tx
    .selectFrom('orders')
    .select('total_pence')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { pence } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('order_id', '=', orderId)
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('orders')
    .set({ status: statusAfter(Number(pence ?? 0), totalPence) })
    .where('id', '=', orderId)
    .where('status', 'in', ['paid', 'part_refunded', 'refunded'])
    .execute()
}

function statusAfter(refundedPence: number, totalPence: number) {
  if (refundedPence === 0) return 'paid'
  return refundedPence === totalPence ? 'refunded' : 'part_refunded'
}

/** In case no event arrives: checks pending refunds at every run, and sent ones once a day while they can be returned. */
export async function checkMadeRefunds(db: Db): Promise<void> {
  const before = (ms: number) => new Date(Date.now() - ms)
  // During an upgrade the former version may still run; it sets only `sent_at`.
  const checkedAt = sql<Date | null>`coalesce(checked_at, sent_at)`
  const unconfirmed = await db
    .selectFrom('refunds')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('status', '=', 'pending').and(checkedAt, '<', before(minute)),
        eb('status', '=', 'sent')
          .and('sent_at', '>', before(returnPeriodMs))
          .and(checkedAt, '<', before(day)),
      ]),
    )
    .orderBy(checkedAt)
    .limit(500)
    .execute()
  for (const { id } of unconfirmed) {
    await addJob(db, 'check_refund', { refundId: id }, { key: `check_refund:${id}` })
  }
}
