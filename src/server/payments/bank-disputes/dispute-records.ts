// What becomes of a bank dispute. Each step is taken once, whatever tells of it and in whichever order, and its effects are
// in the same transaction.

import { randomUUID } from 'node:crypto'
import {
  bankDisputeProcess,
  stepsTo,
  type BankDisputeStep,
} from '#rules/payments/bank-dispute-process.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import type { ListedDispute } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { notifyAdmins } from '#server/notifications/notify.ts'
import {
  lockPayment,
  subjectFunctions,
  type BankDispute,
  type ChargeDeps,
  type Payment,
} from '../payment-subjects.ts'
import { countWhole } from '../disputed-payments.ts'
import { oweAgain } from '../owed-again.ts'
import { queueDueTransfers } from '../transfers.ts'
import { oweUnsettled } from '../unsettled-refunds.ts'
import { bookLoss, bookWonBack, type BankDisputeRow } from './dispute-losses.ts'

/** Idempotent. What is older than what is known changes nothing. */
export async function recordBankDispute(
  deps: ChargeDeps,
  payment: Payment,
  found: ListedDispute,
): Promise<void> {
  await inTransaction(deps, 'bankDispute.record', async (tx) => {
    await lockCustomer(tx, payment.customer_id)
    await lockPayment(tx, deps.subjects, payment.id)
    const { id, isNew } = await insertOnce(tx, payment.id, found)
    if (isNew && found.state === 'inquiry') await tellAdmins(tx, { id, found, state: 'inquiry' })
    for (const step of stepsTo[found.state]) await take(tx, deps, { id, payment, found, step })
    const dispute = await readDispute(tx, id)
    if (isLossUnbooked(dispute)) await bookLoss(tx, deps, payment, dispute)
    await noteFacts(tx, id, found)
  })
}

async function insertOnce(tx: Db, paymentId: string, found: ListedDispute) {
  const { disputeId, pence, reason, openedAt, answerBy } = found
  const inserted = await tx
    .insertInto('bank_disputes')
    .values({
      id: randomUUID(),
      payment_id: paymentId,
      provider_id: disputeId,
      status: bankDisputeProcess.start,
      reason,
      amount_pence: pence,
      opened_at: openedAt,
      answer_by: answerBy,
    })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, isNew: true }
  const { id } = await tx
    .selectFrom('bank_disputes')
    .select('id')
    .where('provider_id', '=', disputeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

type Taken = { id: string; payment: Payment; found: ListedDispute; step: BankDisputeStep }

async function take(tx: Db, deps: ChargeDeps, { id, payment, found, step }: Taken): Promise<void> {
  const now = deps.clock.now()
  const { from, to } = bankDisputeProcess.steps[step]
  const before = await readDispute(tx, id)
  if (!from.includes(before.status)) return
  const isDecided = step === 'lose' || step === 'win' || step === 'close'
  // An inquiry that has become a dispute may have been answered: the dispute has not been.
  const changes = {
    ...(isDecided ? { decided_at: now } : {}),
    ...(step === 'withdraw' ? { answered_at: null, evidence: null } : {}),
    amount_pence: found.pence,
  }
  await move(tx, 'bank_disputes', bankDisputeProcess, { id, step, changes })
  if (step === 'withdraw') await unsendFiles(tx, id)
  const isWhole = isDecided && (await countWhole(tx, payment))
  const dispute = { ...before, ...changes, status: to }
  const subject = subjectFunctions(deps.subjects, payment)
  const tell = async (state: BankDispute['state']) => {
    const keepsShare = deps.disputesChargedTo === 'platform'
    await subject.recordBankDispute(tx, payment, { id, state, isWhole, keepsShare })
    await tellAdmins(tx, { id, found, state })
  }
  if (step === 'withdraw') await tell('open')
  if (step === 'lose') await tell('lost')
  if (step === 'win') {
    await bookWonBack(tx, dispute, now)
    await oweAgain(tx, { cause: { kind: 'dispute', id }, now })
    await queueDueTransfers(tx, payment.id, now)
    await tell('won')
    await oweUnsettled(tx, deps, dispute)
  }
  if (isDecided) await queueDisputedRefunds(tx, payment.id)
}

/** They went with the answer to the inquiry, and can go with one to the dispute. */
async function unsendFiles(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('evidence_files')
    .set({ sent_at: null })
    .where('bank_dispute_id', '=', id)
    .execute()
}

/** Also of one that was lost before: see bookLoss. */
function isLossUnbooked({ status, lost_pence: lostPence }: BankDisputeRow): boolean {
  return status === bankDisputeProcess.steps.lose.to && lostPence === null
}

function readDispute(db: Db, id: string): Promise<BankDisputeRow> {
  return db.selectFrom('bank_disputes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** What changes without a step: the deadline of an open one, and that it was answered in the provider's dashboard. */
async function noteFacts(tx: Db, id: string, found: ListedDispute): Promise<void> {
  await tx
    .updateTable('bank_disputes')
    .set((eb) => ({
      answer_by: found.answerBy,
      answered_at: found.isAnswered
        ? eb.fn.coalesce('answered_at', eb.val(found.openedAt))
        : eb.ref('answered_at'),
    }))
    .where('id', '=', id)
    .where('status', '=', found.state)
    .execute()
}

/** The provider refused them while the bank decided. */
async function queueDisputedRefunds(tx: Db, paymentId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'disputed')
    .execute()
  for (const { id } of waiting) {
    await addJob(tx, 'check_refund', { refundId: id }, { key: `check_refund:${id}` })
  }
}

type News = { id: string; found: ListedDispute; state: BankDispute['state'] | 'inquiry' }

async function tellAdmins(tx: Db, { id, found, state }: News): Promise<void> {
  const isAnswerable = (state === 'open' || state === 'inquiry') && found.answerBy !== null
  await notifyAdmins(tx, {
    kind: 'payment_disputed',
    bankDisputeId: id,
    bankDispute: state,
    pence: found.pence,
    ...(isAnswerable ? { until: found.answerBy?.toISOString() } : {}),
    key: `bank_dispute:${id}:${state}`,
  })
}
