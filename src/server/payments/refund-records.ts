// Records on the row of a refund that it was made, has arrived, came back, or has been settled.

import type { FastifyBaseLogger } from 'fastify'
import type { Expression, Selectable, SqlBool } from 'kysely'
import { refundProcess, paidStatuses } from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import type { MadeRefund } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { bookArrivedRefund, bookMovedRefund, bookSettledRefund } from '#server/ledger/ledger.ts'
import type { SettledFrom } from '#server/ledger/settlement-postings.ts'
import { countWholeAgain } from './disputed-payments.ts'
import { reportWithoutRow } from './found-problems.ts'
import {
  lockPayment,
  subjectFunctions,
  subjectOf,
  type Payment,
  type PaymentDeps,
  type PaymentSubjects,
} from './payment-subjects.ts'
import { callForPerson } from './unmakeable-refunds.ts'
import { findShare, takeShareBack } from './taken-shares.ts'
import { dueAfter } from './provider-attempts.ts'

export type RefundDeps = PaymentDeps & { log: FastifyBaseLogger }

/** Limited, because an endless retry could pay a refund that the operator has settled in another way. */
const returnsUntilFailed = 3

/**
 * A refund is booked when it leaves the balance, and checked until it has arrived. One can also fail at once. Returns false
 * for one that cannot be recorded: the row is made or settled already. The admins are told.
 *
 * @param reason why it is not the row's own
 */
export async function recordMade(
  tx: Db,
  deps: RefundDeps,
  id: string,
  made: MadeRefund,
  reason: string | null = null,
): Promise<boolean> {
  return recordMadeParts(tx, deps, [id], made, reason)
}

/** As recordMade: the provider has made one refund for all of these rows. */
export async function recordMadeParts(
  tx: Db,
  deps: RefundDeps,
  ids: readonly string[],
  made: MadeRefund,
  reason: string | null,
): Promise<boolean> {
  const now = deps.clock.now()
  const payment = await lockPaymentOf(tx, deps.subjects, 'id', ids[0] ?? '')
  const shares = []
  for (const id of ids) shares.push(await findShare(tx, id))
  const changes = {
    provider_id: made.providerId,
    is_part: ids.length > 1,
    checked_at: now,
    last_problem: reason,
  }
  for (const id of ids) {
    const isMoved =
      (await move(tx, 'refunds', refundProcess, { id, step: 'make', changes })) ||
      (await move(tx, 'refunds', refundProcess, { id, step: 'adopt', changes }))
    if (!isMoved) return reportIfUnknown(tx, deps, id, made)
  }
  await recordState(tx, deps, made)
  // One that has failed at once is owed as before: its next attempt takes the share back.
  if (made.state === 'pending' || made.state === 'succeeded')
    for (const share of shares) await takeShareBack(tx, share, now)
  if (payment) await countWholeAgain(tx, deps.subjects, payment)
  return true
}

/** Another run may have recorded the same, and even its return: returns whether. */
async function reportIfUnknown(
  tx: Db,
  { clock }: RefundDeps,
  id: string,
  { providerId, state }: MadeRefund,
): Promise<boolean> {
  const row = await tx
    .selectFrom('refunds')
    .select(['payment_id', 'provider_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.provider_id === providerId || state === 'failed' || state === 'canceled') return true
  await reportWithoutRow(tx, {
    kind: 'refund_without_row',
    providerId,
    paymentId: row.payment_id,
    problem: `The refund ${providerId} was made at the card provider, but ours (${id}) is ${row.status} already: the customer may have the money twice.`,
    now: clock.now(),
  })
  return false
}

/** One that the provider has made, and whose answer was lost. Returns false if it cannot be recorded: see recordMade. */
export async function recordMadeRefund(
  deps: RefundDeps,
  id: string,
  made: MadeRefund,
): Promise<boolean> {
  return inTransaction(deps, 'refund.record', (tx) => recordMade(tx, deps, id, made))
}

/** The customer has the money in another way. Returns false when another run has moved the row meanwhile. */
export async function recordSettledRefund(
  tx: Db,
  { subjects, clock }: Pick<RefundDeps, 'subjects' | 'clock'>,
  { id, payment_id: paymentId, amount_pence: pence }: OwedRefundRow,
  { reference, from, where }: Settlement,
): Promise<boolean> {
  const now = clock.now()
  await lockPayment(tx, subjects, paymentId)
  const share = await findShare(tx, id)
  const changes = { settled_at: now, settled_reference: reference }
  const moved = { id, step: 'settle', changes, ...(where ? { where } : {}) } as const
  if (!(await move(tx, 'refunds', refundProcess, moved))) return false
  await bookSettledRefund(tx, { refundId: id, paymentId, pence, from }, now)
  await takeShareBack(tx, share, now)
  await countRefunds(tx, subjects, paymentId)
  return true
}

type OwedRefundRow = Pick<Selectable<Tables['refunds']>, 'id' | 'payment_id' | 'amount_pence'>
type Settlement = {
  /** It stands on the bank statement, or is the id of the provider's dispute. */
  reference: string
  /** Where the money came from. */
  from: SettledFrom
  where?: Expression<SqlBool>
}

/** Books what has moved, and what has become of it. No effect if no row names this refund at the provider. */
export async function recordState(tx: Db, deps: RefundDeps, made: MadeRefund): Promise<void> {
  const { providerId, state } = made
  await lockPaymentOf(tx, deps.subjects, 'provider_id', providerId)
  const rows = await lockRefunds(tx, providerId)
  const [first] = rows
  if (!first) return
  const { payment_id: paymentId, status } = first
  const hadArrived = status === refundProcess.steps.arrive.to
  await bookMovedRefund(tx, { paymentId, hadArrived, made }, deps.clock.now())
  if (state === 'succeeded') await recordArrived(tx, deps, { paymentId, providerId, rows })
  else if (state !== 'pending') for (const row of rows) await recordReturned(tx, deps, row, made)
}

type StoredRefund = Awaited<ReturnType<typeof lockRefunds>>[number]
type Arriving = { paymentId: string; providerId: string; rows: StoredRefund[] }

/** Books a pending refund as arrived, and tells its subject. No effect on another status. */
async function recordArrived(
  tx: Db,
  { subjects, clock }: RefundDeps,
  { paymentId, providerId, rows }: Arriving,
): Promise<void> {
  const now = clock.now()
  const changes = { sent_at: now }
  const arrived: StoredRefund[] = []
  for (const row of rows) {
    const step = { id: row.id, step: 'arrive', changes } as const
    if (await move(tx, 'refunds', refundProcess, step)) arrived.push(row)
  }
  if (arrived.length === 0) return
  const pence = arrived.reduce((sum, row) => sum + row.amount_pence, 0)
  await bookArrivedRefund(tx, { providerId, paymentId, pence }, now)
  const payment = await countRefunds(tx, subjects, paymentId)
  const subject = subjectFunctions(subjects, payment)
  for (const { order_line_id: orderLineId, amount_pence, cause } of arrived) {
    const refund = { providerId, orderLineId, pence: amount_pence, cause }
    await subject.announceRefund(tx, payment, refund)
  }
}

/**
 * Retries under a new key, after the usual delays. A refund cancelled at the provider was cancelled by an operator, so
 * only an operator restarts it.
 */
async function recordReturned(
  tx: Db,
  { subjects, clock, log }: RefundDeps,
  former: StoredRefund,
  { state, problem, isCardClosed }: MadeRefund,
): Promise<void> {
  const { id, payment_id: paymentId } = former
  const returns = former.returns + (state === 'failed' ? 1 : 0)
  const isUnmakeable = isCardClosed && former.cause === 'given_back'
  const isFinal = state === 'canceled' || returns >= returnsUntilFailed || isUnmakeable
  const step = isFinal ? 'fail' : 'oweAgain'
  const now = clock.now()
  const dueAt = dueAfter(former.attempts, now)
  const changes = {
    returns,
    provider_id: null,
    is_part: false,
    sent_at: null,
    key_number: former.key_number + 1,
    key_used_at: null,
    last_problem: problem,
    due_at: dueAt,
  }
  await move(tx, 'refunds', refundProcess, { id, step, changes })
  if (step === 'oweAgain') await queueRefund(tx, id, dueAt)
  else await callForPerson(tx, { ...former, keyNumber: changes.key_number, isUnmakeable }, problem)
  const payment = await countRefunds(tx, subjects, paymentId)
  const subject = subjectOf(payment)
  log.error(
    { refund: id, [subject.kind]: subject.id, problem },
    step === 'fail' ? 'a refund has failed: it needs a person' : 'a refund came back',
  )
}

/** Before the refund itself is locked. */
async function lockPaymentOf(
  tx: Db,
  subjects: PaymentSubjects,
  column: 'id' | 'provider_id',
  value: string,
): Promise<Payment | null> {
  const refund = await tx
    .selectFrom('refunds')
    .select('payment_id')
    .where(column, '=', value)
    .executeTakeFirst()
  return refund ? lockPayment(tx, subjects, refund.payment_id) : null
}

/** One row, or the parts that an admin has divided it into. */
function lockRefunds(tx: Db, providerId: string) {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('provider_id', '=', providerId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Tells the subject how much has gone back. */
export async function countRefunds(tx: Db, subjects: PaymentSubjects, paymentId: string) {
  // With two simultaneous refunds of one payment, the second must count the first.
  const payment = await lockPayment(tx, subjects, paymentId)
  const { pence } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('payment_id', '=', paymentId)
    .where('status', 'in', paidStatuses)
    .executeTakeFirstOrThrow()
  await subjectFunctions(subjects, payment).recordRefunds(tx, payment, Number(pence ?? 0))
  return payment
}

export async function queueRefund(tx: Db, id: string, runAt?: Date): Promise<void> {
  await addJob(
    tx,
    'send_refund',
    { refundId: id },
    { key: `send_refund:${id}`, ...(runAt ? { runAt } : {}) },
  )
}
