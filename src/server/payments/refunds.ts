// Refunds of a payment: the row is written first, the refund is sent once and checked until it has succeeded. It can be
// returned, even after it had succeeded.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { refundProcess } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction, reaching } from '#server/clock-and-failpoints/failpoints.ts'
import { move } from '#server/db/move.ts'
import type { MadeRefund } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { countOwed } from './owed-sums.ts'
import type { OwedRefund } from './payment-subjects.ts'
import { findSource, sendOnce, nextAttempt, type Movement } from './provider-attempts.ts'
import { queueRefund, recordMade, recordState, type RefundDeps } from './refund-records.ts'
import { endLateRefund } from './unmakeable-refunds.ts'
import { checkDisputed, resolveRefused } from './refused-refunds.ts'

type Refund = NonNullable<Awaited<ReturnType<typeof claimRefund>>>

const minute = 60_000
const day = 24 * 60 * minute

/** A bank returns a refund within weeks if it cannot book it. */
const returnPeriodMs = 35 * day

/** In the transaction that records the payment, ends what holds its money, or gives back what was sold. Returns the ids. */
export async function oweRefunds(
  tx: Db,
  { paymentId, now }: { paymentId: string; now: Date },
  refunds: OwedRefund[],
): Promise<string[]> {
  const taken = refunds.map(({ artistPence = 0 }) => ({ pence: artistPence }))
  await countOwed(tx, { paymentId, column: 'taken_back_pence' }, taken)
  await countOwed(tx, { paymentId, column: 'refunded_pence' }, refunds)
  const ids: string[] = []
  for (const { orderLineId, pence, cause, artistPence = 0, vat } of refunds) {
    const id = randomUUID()
    ids.push(id)
    await tx
      .insertInto('refunds')
      .values({
        id,
        payment_id: paymentId,
        order_line_id: orderLineId,
        amount_pence: pence,
        artist_pence: artistPence,
        vat_net_pence: vat?.netPence ?? 0,
        vat_pence: vat?.vatPence ?? 0,
        cause,
        created_at: now,
        due_at: now,
      })
      .execute()
    await queueRefund(tx, id)
  }
  return ids
}

/** Idempotent: see sendOnce. */
export async function sendRefund(deps: RefundDeps, refundId: string): Promise<void> {
  const refund = await claimRefund(deps, refundId)
  if (!refund) return
  await sendOnce(deps, refundMovement(deps), refund, await findSource(deps.db, refund))
}

function claimRefund({ db, clock, failpoints }: RefundDeps, refundId: string) {
  return reaching(failpoints, 'refund.claim', () =>
    db
      .updateTable('refunds')
      .set(nextAttempt(clock.now()))
      .where('id', '=', refundId)
      .where('status', 'in', refundProcess.steps.make.from)
      .returning(['id', 'payment_id', 'amount_pence', 'key_number', 'key_used_at'])
      .returning(['attempts', 'refusals'])
      .executeTakeFirst(),
  )
}

function refundMovement(deps: RefundDeps): Movement<Refund, MadeRefund> {
  return {
    name: 'refund',
    // No money has moved, and the customer is owed it, so the number of attempts is not limited.
    refusalsUntilFailed: Infinity,
    find: (payments, { id }, { chargeId }) => payments.findRefund({ refundId: id, chargeId }),
    send: (payments, { id, amount_pence }, { chargeId, subject }, idempotencyKey) =>
      payments.sendRefund({
        refundId: id,
        subject,
        amountPence: amount_pence,
        chargeId,
        idempotencyKey,
      }),
    // Nothing holds what is owed to a customer.
    prepare: async (refund) => refund,
    resolve: async (refund, { chargeId }) =>
      (await resolveRefused(deps, refund, chargeId)) || endLateRefund(deps, refund),
    record: (tx, { id }, made) => recordMade(tx, deps, id, made),
    move: (tx, { id }, step, changes) => move(tx, 'refunds', refundProcess, { id, step, changes }),
    queue: queueRefund,
    ids: ({ id }, { subject }) => ({ refund: id, [subject.kind]: subject.id }),
  }
}

/** Fetches the refund from the provider; it never trusts the content of an event. Idempotent. */
export async function checkRefund(deps: RefundDeps, refundId: string): Promise<void> {
  await checkDisputed(deps, refundId)
  await checkMade(deps, refundId)
}

async function checkMade(deps: RefundDeps, refundId: string): Promise<void> {
  const { db, payments, clock, failpoints } = deps
  const row = await db
    .updateTable('refunds')
    .set({ checked_at: clock.now() })
    .where('id', '=', refundId)
    .where('status', 'in', refundProcess.steps.oweAgain.from)
    .returning('provider_id')
    .executeTakeFirst()
  if (!row || row.provider_id === null) return
  const { provider_id: providerId } = row
  const made = await reaching(failpoints, 'refund.read', () => payments.readRefund(providerId))
  await inTransaction(deps, 'refund.outcome', (tx) => recordState(tx, deps, made))
}

/**
 * In case no event arrives: checks pending refunds at every run, and once a day sent ones while they can be returned, and
 * those that wait for the bank's decision.
 */
export async function queueRefundChecks(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  // The first version recorded only the time of sending.
  const checkedAt = sql<Date | null>`coalesce(checked_at, sent_at)`
  const unsure = await db
    .selectFrom('refunds')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('status', '=', 'pending').and(checkedAt, '<', before(minute)),
        eb('status', '=', 'sent')
          .and('sent_at', '>', before(returnPeriodMs))
          .and(checkedAt, '<', before(day)),
        eb('status', '=', 'disputed').and(checkedAt, '<', before(day)),
      ]),
    )
    .orderBy(checkedAt)
    .limit(500)
    .execute()
  for (const { id } of unsure) {
    await addJob(db, 'check_refund', { refundId: id }, { key: `check_refund:${id}` })
  }
}

/** Refunds whose job was lost. A refund is not queued before it is due. */
export async function queueOverdueRefunds(db: Db, dueBefore: Date): Promise<void> {
  const overdue = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', 'in', refundProcess.steps.make.from)
    .where('due_at', '<', dueBefore)
    .orderBy('due_at')
    .limit(500)
    .execute()
  for (const { id } of overdue) await queueRefund(db, id)
}
