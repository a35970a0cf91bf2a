// What was paid does not match its payment: an admin says that the money went back at the card provider, or has it checked
// once more.

import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import { paymentProcess, type MismatchEnd } from '#rules/payments/payment-process.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { subjectFunctions, type Payment, type PaymentSubjects } from '../payment-subjects.ts'

type Deps = { db: Db; subjects: PaymentSubjects }

type Decision = {
  paymentId: string
  outcome: MismatchEnd
  /** In the same transaction. */
  record: (tx: Db, payment: Payment) => Promise<unknown>
}

const isUndecided = sql<SqlBool>`problem is not null`

/** @throws Refusal not_found, mismatch_ended */
export async function endMismatch(
  { db, subjects }: Deps,
  { paymentId: id, outcome, record }: Decision,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const payments = tx.selectFrom('payments').selectAll().where('id', '=', id)
    const payment = await payments.executeTakeFirst()
    if (!payment) throw new Refusal('not_found')
    await lockCustomer(tx, payment.customer_id)
    const subject = subjectFunctions(subjects, payment)
    await subject.lock(tx, payment.subject_id)
    const isEnded =
      outcome === 'given_back' ? await clearProblem(tx, id) : await checkAgain(tx, subject, payment)
    if (!isEnded) throw new Refusal('mismatch_ended')
    await record(tx, payment)
  })
}

/** As long as the provider has not given the money back, the comparison finds the charge without a payment. */
async function clearProblem(tx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ problem: null })
    .where('id', '=', id)
    .where('status', 'in', paymentProcess.steps.checkAgain.from)
    .where(isUndecided)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function checkAgain(
  tx: Db,
  subject: ReturnType<typeof subjectFunctions>,
  payment: Payment,
): Promise<boolean> {
  const { id, checkout_session_id: sessionId } = payment
  const step = { id, step: 'checkAgain', changes: { problem: null }, where: isUndecided } as const
  if (!(await move(tx, 'payments', paymentProcess, step))) return false
  await subject.checkAgain(tx, payment)
  if (sessionId !== null) await addJob(tx, 'check_payment', { paymentId: id, sessionId })
  return true
}
