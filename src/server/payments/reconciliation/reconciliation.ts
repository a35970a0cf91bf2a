// Every ten minutes: checks what no event has reported at the provider, and queues overdue transfers, reversals and refunds again.
// Every minute: closes the open checkouts that must not be paid any more.

import type { FastifyBaseLogger } from 'fastify'
import {
  paymentProcess,
  undecidedStatuses,
  type PaymentStatus,
} from '#rules/payments/payment-process.ts'
import type { Db } from '#server/db/client.ts'
import { tryEach } from '#server/jobs/try-each.ts'
import { checkPayment } from '#server/payments/checkout/payment-check.ts'
import { closeCheckout } from '#server/payments/checkout/payment-checkout.ts'
import type { PaymentDeps, PaymentSubjects } from '../payment-subjects.ts'
import { providerOutage } from '../provider-errors.ts'
import { queueOverdueRefunds, queueRefundChecks } from '../refunds.ts'
import { queueOverdueReversals } from '../reversals.ts'
import { queueOverdueTransfers } from '../transfers.ts'

/** Younger rows may be in progress in a request or a job. */
const minAgeMs = 60_000

type Run = { log: FastifyBaseLogger; signal: AbortSignal }

export async function reconcilePayments(deps: PaymentDeps, run: Run): Promise<void> {
  const now = deps.clock.now()
  const dueBefore = new Date(now.getTime() - minAgeMs)
  await queueOverdueTransfers(deps.db, dueBefore)
  await queueOverdueReversals(deps.db, dueBefore)
  await queueOverdueRefunds(deps.db, dueBefore)
  await queueRefundChecks(deps.db, now)
  // The payment checked longest ago comes first.
  const open = await findOpenPayments(deps.db, dueBefore)
  await checkEach(open, run, (payment) => checkOpenPayment(deps, payment))
}

/** One that was paid meanwhile is recorded, which refunds what is not sold any more. */
export async function closeUnavailableCheckouts(deps: PaymentDeps, run: Run): Promise<void> {
  for (const kind of Object.keys(deps.subjects) as (keyof PaymentSubjects)[]) {
    const subjectIds = await deps.subjects[kind].findUnavailable(deps.db)
    if (subjectIds.length === 0) continue
    const payments = await paymentsIn(deps.db, [paymentProcess.start])
      .where('subject_kind', '=', kind)
      .where('subject_id', 'in', subjectIds)
      .execute()
    await checkEach(payments, run, async ({ id }) => {
      await closeCheckout(deps, id)
    })
  }
}

/** Payments are independent: one that fails does not stop the others. */
async function checkEach(
  payments: OpenPayment[],
  run: Run,
  check: (payment: OpenPayment) => Promise<void>,
): Promise<void> {
  await tryEach(payments, run, {
    work: check,
    failure: 'an open payment could not be checked',
    ids: (payment) => ({ [payment.subject_kind]: payment.subject_id }),
    outage: providerOutage,
  })
}

type OpenPayment = Awaited<ReturnType<typeof findOpenPayments>>[number]

function paymentsIn(db: Db, statuses: readonly PaymentStatus[]) {
  return db
    .selectFrom('payments')
    .select(['id', 'subject_kind', 'subject_id', 'checkout_session_id'])
    .where('status', 'in', statuses)
}

/** Those that only the provider knows the result of. */
function findOpenPayments(db: Db, openedBefore: Date) {
  return paymentsIn(db, undecidedStatuses)
    .where((eb) =>
      eb.or([eb('checkout_session_id', 'is not', null), eb('created_at', '<', openedBefore)]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at')
    .orderBy('id')
    .limit(500)
    .execute()
}

async function checkOpenPayment(deps: PaymentDeps, payment: OpenPayment): Promise<void> {
  if (payment.checkout_session_id !== null) {
    await checkPayment(deps, payment.id)
    return
  }
  await deps.db
    .updateTable('payments')
    .set({ checked_at: deps.clock.now() })
    .where('id', '=', payment.id)
    .execute()
  await closeCheckout(deps, payment.id)
}
