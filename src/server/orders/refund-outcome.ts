// What becomes of a refund once it is made: it arrives at the card, or comes back, perhaps after it had arrived.

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

/** A bank may be mistaken twice; made without end, a refund could arrive after it was settled in another way. */
const returnsUntilFailed = 3

/** A bank sends back within weeks what it cannot book. */
const mayComeBackForMs = 35 * day

/** Asks the provider itself, whatever an event claimed; safe to run at any time, any number of times. */
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
  const status = await db.transaction().execute((tx) => oweAgain(tx, row.id, made))
  if (status === null) return
  log.error(
    { refund: row.id, order: row.order_id, problem: made.problem },
    status === 'stuck' ? 'a refund is stuck: it needs a person' : 'a refund came back',
  )
}

/** Books, tells and counts a pending refund; another state or another refund is left alone. */
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
 * Made again under a new key, after the usual pauses. A person has cancelled it for a reason that only they know: whether
 * it is made again is theirs to say. Answers null when somebody else has written down that it came back.
 */
async function oweAgain(
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
  // Refunds of one order may be made at once: the later one must count the former.
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

/** Should no event come: pending ones at every run, those that arrived once a day while they may come back. */
export async function checkMadeRefunds(db: Db): Promise<void> {
  const before = (ms: number) => new Date(Date.now() - ms)
  // Older code, which may still run beside this one during an upgrade, sets only the time of sending.
  const checkedAt = sql<Date | null>`coalesce(checked_at, sent_at)`
  const unsure = await db
    .selectFrom('refunds')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('status', '=', 'pending').and(checkedAt, '<', before(minute)),
        eb('status', '=', 'sent')
          .and('sent_at', '>', before(mayComeBackForMs))
          .and(checkedAt, '<', before(day)),
      ]),
    )
    .orderBy(checkedAt)
    .limit(500)
    .execute()
  for (const { id } of unsure) {
    await addJob(db, 'check_refund', { refundId: id }, { key: `check_refund:${id}` })
  }
}
