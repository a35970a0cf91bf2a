// Every ten minutes: checks what no event has reported at the provider, and queues overdue transfers and refunds again.

import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { checkPayment } from './payment-check.ts'
import { closeCheckout } from './payment-checkout.ts'
import { subjectOf, type PaymentDeps } from './payment-subjects.ts'
import { queueOverdueRefunds, queueRefundChecks } from './refunds.ts'
import { queueOverdueTransfers } from './transfers.ts'

/** Younger rows may be in progress in a request or a job. */
const minAgeMs = 60_000

/** After this many consecutive calls without a response the run stops: 500 timeouts would take hours. */
const maxConsecutiveFailures = 3

export async function reconcilePayments(
  deps: PaymentDeps,
  run: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<void> {
  const dueBefore = new Date(Date.now() - minAgeMs)
  await queueOverdueTransfers(deps.db, dueBefore)
  await queueOverdueRefunds(deps.db, dueBefore)
  await queueRefundChecks(deps.db)
  await checkOpenPayments(deps, run)
}

/** Payments are independent: one that fails does not stop the others. The payment checked longest ago comes first. */
async function checkOpenPayments(
  deps: PaymentDeps,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<void> {
  let failures = 0
  for (const payment of await findOpenPayments(deps.db)) {
    signal.throwIfAborted()
    try {
      await checkOpenPayment(deps, payment)
      failures = 0
    } catch (error) {
      const { kind, id } = subjectOf(payment)
      log.error({ err: error, [kind]: id }, 'an open payment could not be checked')
      failures = isResultUnknown(error) ? failures + 1 : 0
      if (failures === maxConsecutiveFailures) return
    }
  }
}

type OpenPayment = Awaited<ReturnType<typeof findOpenPayments>>[number]

function findOpenPayments(db: Db) {
  return db
    .selectFrom('payments')
    .select(['id', 'subject_kind', 'subject_id', 'checkout_session_id'])
    .where('status', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('checkout_session_id', 'is not', null),
        eb('created_at', '<', new Date(Date.now() - minAgeMs)),
      ]),
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
    .set({ checked_at: new Date() })
    .where('id', '=', payment.id)
    .execute()
  await closeCheckout(deps, payment.id)
}

function isResultUnknown(error: unknown): boolean {
  return (error instanceof Refusal ? error.cause : error) instanceof PaymentUnknown
}
