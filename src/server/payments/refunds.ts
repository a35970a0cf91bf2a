// Refunds of a payment: the row is written first, the refund is sent once and checked until it has succeeded. It can be
// returned, even after it had succeeded.

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { refundProcess } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction, reaching } from '#server/trial/failpoints.ts'
import { move } from '#server/db/move.ts'
import type { MadeRefund } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { bookRefund, bookReturnedRefund } from './ledger.ts'
import { countOwed } from './owed-sums.ts'
import {
  subjectFunctions,
  subjectOf,
  type OwedRefund,
  type PaymentDeps,
  type PaymentSubjects,
} from './payment-subjects.ts'
import { dueAfter, sendOnce, nextAttempt, type Movement } from './provider-attempts.ts'

type RefundDeps = PaymentDeps & { log: FastifyBaseLogger }
type Refund = NonNullable<Awaited<ReturnType<typeof claimRefund>>>

const minute = 60_000
const day = 24 * 60 * minute

/** Limited, because an endless retry could pay a refund that the operator has settled in another way. */
const returnsUntilFailed = 3

/** A bank returns a refund within weeks if it cannot book it. */
const returnPeriodMs = 35 * day

/** In the transaction that records the payment, or that ends what holds its money. */
export async function oweRefunds(
  tx: Db,
  { paymentId, now }: { paymentId: string; now: Date },
  refunds: OwedRefund[],
): Promise<void> {
  await countOwed(tx, { paymentId, column: 'refunded_pence' }, refunds)
  for (const { orderLineId, pence, cause } of refunds) {
    const id = randomUUID()
    await tx
      .insertInto('refunds')
      .values({
        id,
        payment_id: paymentId,
        order_line_id: orderLineId,
        amount_pence: pence,
        cause,
        created_at: now,
        due_at: now,
      })
      .execute()
    await queueRefund(tx, id)
  }
}

/** Idempotent: see sendOnce. */
export async function sendRefund(deps: RefundDeps, refundId: string): Promise<void> {
  const refund = await claimRefund(deps, refundId)
  if (refund) await sendOnce(deps, refundMovement(deps), refund)
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
    isStillOwed: async () => true,
    record: (tx, { id }, made) => recordMade(tx, deps, id, made),
    move: (tx, { id }, step, changes) => move(tx, 'refunds', refundProcess, { id, step, changes }),
    queue: queueRefund,
    ids: ({ id }) => ({ refund: id }),
  }
}

/** A refund is booked when it has succeeded; a pending one is checked until then. One can also fail at once. */
async function recordMade(tx: Db, deps: RefundDeps, id: string, made: MadeRefund): Promise<void> {
  const { providerId, state } = made
  const changes = { provider_id: providerId, checked_at: deps.clock.now(), last_problem: null }
  const isMade = await move(tx, 'refunds', refundProcess, { id, step: 'make', changes })
  if (!isMade || state === 'pending') return
  if (state === 'succeeded') await recordArrived(tx, deps, { id, providerId })
  else await recordReturned(tx, deps, id, made)
}

/** One that the provider has made, and whose answer was lost. */
export async function recordMadeRefund(
  deps: RefundDeps,
  id: string,
  made: MadeRefund,
): Promise<void> {
  await inTransaction(deps, 'refund.record', (tx) => recordMade(tx, deps, id, made))
}

/** Fetches the refund from the provider; it never trusts the content of an event. Idempotent. */
export async function checkRefund(deps: RefundDeps, refundId: string): Promise<void> {
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
  if (made.state === 'pending') return
  await inTransaction(deps, 'refund.settle', (tx) =>
    made.state === 'succeeded'
      ? recordArrived(tx, deps, { id: refundId, providerId: made.providerId })
      : recordReturned(tx, deps, refundId, made),
  )
}

/** Books a pending refund and tells its subject. No effect on another status or provider id. */
async function recordArrived(
  tx: Db,
  { subjects, clock }: RefundDeps,
  { id, providerId }: { id: string; providerId: string },
): Promise<void> {
  const refund = await lockRefund(tx, id, providerId)
  const now = clock.now()
  if (!refund) return
  const changes = { sent_at: now }
  if (!(await move(tx, 'refunds', refundProcess, { id, step: 'arrive', changes }))) return
  const { payment_id: paymentId, order_line_id: orderLineId, amount_pence: pence, cause } = refund
  await bookRefund(tx, { providerId, paymentId, pence }, now)
  const payment = await countRefunds(tx, subjects, paymentId)
  const subject = subjectFunctions(subjects, payment)
  await subject.announceRefund(tx, payment, { providerId, orderLineId, pence, cause })
}

/**
 * Retries under a new key, after the usual delays. A refund cancelled at the provider was cancelled by an operator, so
 * only an operator restarts it. Does nothing when another run has already recorded the return.
 */
async function recordReturned(
  tx: Db,
  { subjects, clock, log }: RefundDeps,
  id: string,
  { providerId, state, problem }: MadeRefund,
): Promise<void> {
  const former = await lockRefund(tx, id, providerId)
  if (!former) return
  const returns = former.returns + (state === 'failed' ? 1 : 0)
  const step = state === 'canceled' || returns >= returnsUntilFailed ? 'fail' : 'oweAgain'
  const now = clock.now()
  const dueAt = dueAfter(former.attempts, now)
  const changes = {
    returns,
    provider_id: null,
    sent_at: null,
    key_number: former.key_number + 1,
    key_used_at: null,
    last_problem: problem,
    due_at: dueAt,
  }
  await move(tx, 'refunds', refundProcess, { id, step, changes })
  const { payment_id: paymentId, amount_pence: pence } = former
  if (former.status === 'sent') {
    await bookReturnedRefund(tx, { providerId, paymentId, pence }, now)
  }
  if (step === 'oweAgain') await queueRefund(tx, id, dueAt)
  const payment = await countRefunds(tx, subjects, paymentId)
  const subject = subjectOf(payment)
  log.error(
    { refund: id, [subject.kind]: subject.id, problem },
    step === 'fail' ? 'a refund has failed: it needs a person' : 'a refund came back',
  )
}

function lockRefund(tx: Db, id: string, providerId: string) {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .forUpdate()
    .executeTakeFirst()
}

async function countRefunds(tx: Db, subjects: PaymentSubjects, paymentId: string) {
  // Locks the payment: with two simultaneous refunds of one payment, the second must count the first.
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { pence } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('payment_id', '=', paymentId)
    .where('status', '=', refundProcess.steps.arrive.to)
    .executeTakeFirstOrThrow()
  await subjectFunctions(subjects, payment).recordRefunds(tx, payment, Number(pence ?? 0))
  return payment
}

/** In case no event arrives: checks pending refunds at every run, and sent ones once a day while they can be returned. */
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

async function queueRefund(tx: Db, id: string, runAt?: Date): Promise<void> {
  await addJob(
    tx,
    'send_refund',
    { refundId: id },
    { key: `send_refund:${id}`, ...(runAt ? { runAt } : {}) },
  )
}
