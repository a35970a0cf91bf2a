// Paying a commission on the card provider's page, and ending one that is not paid: its checkout is closed first, because
// the provider alone knows whether it was paid.

import type { FastifyBaseLogger } from 'fastify'
import { refusalOfStep } from '#rules/commissions/commission-process.ts'
import { paymentProcess, undecidedStatuses } from '#rules/payments/payment-process.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import {
  canBePaid,
  closeCheckout,
  insertPayment,
  maxCheckoutMs,
  openCheckout,
  minCheckoutMs,
} from '#server/payments/checkout/payment-checkout.ts'
import { checkPayment } from '#server/payments/checkout/payment-check.ts'
import type { PaymentDeps } from '#server/payments/payment-subjects.ts'
import { lockCommission, stateOf } from './commission-state.ts'
import { takeStep, type CommissionDeps } from './take-step.ts'

export type CheckoutDeps = PaymentDeps & CommissionDeps

type Own = { commissionId: string; customerId: string }

/**
 * Returns the URL of the payment page: that of the open payment, if there is one.
 * @throws Refusal not_found, commission_moved, commission_too_late, commission_frozen, checkout_unavailable
 */
export async function payCommission(deps: CheckoutDeps, own: Own): Promise<string> {
  const former = await findOpenPayment(deps.db, own)
  if (former && !canBePaid(former, deps.clock.now())) await closeCheckout(deps, former.id)
  const paymentId = await inTransaction(deps, 'checkout.commit', (tx) =>
    beginPayment(tx, deps, own),
  )
  return openCheckout(deps, paymentId)
}

/** Two clicks at once: the second one finds the payment of the first. */
async function beginPayment(tx: Db, deps: CheckoutDeps, own: Own): Promise<string> {
  const { commissionId: id, customerId } = own
  await lockCustomer(tx, customerId)
  const commission = await lockCommission(tx, id)
  if (commission.customer_id !== customerId) throw new Refusal('not_found')
  const now = deps.clock.now()
  const state = stateOf(commission, { now, ...deps.spans })
  const refusal = refusalOfStep(state, { step: 'checkOut', actor: 'customer', now })
  if (refusal !== null) throw new Refusal(refusal)
  const open = await findOpenPayment(tx, own)
  if (open) return open.id
  await takeStep(tx, deps, { id, step: 'checkOut', actor: 'customer', actorId: customerId })
  return insertPayment(tx, {
    kind: 'commission',
    subjectId: id,
    customerId,
    amountPence: commission.customer_pence,
    lifetimeMs: lifetimeUntil(commission.pay_by, now),
    now,
  })
}

/** As long as the commission can be paid. One that lives longer, because of the provider's minimum, is closed in time. */
function lifetimeUntil(payBy: Date | null, now: Date): number {
  const leftMs = payBy === null ? maxCheckoutMs : payBy.getTime() - now.getTime()
  return Math.min(Math.max(leftMs, minCheckoutMs), maxCheckoutMs)
}

function findOpenPayment(db: Db, { commissionId, customerId }: Own) {
  return openPayments(db, commissionId).where('customer_id', '=', customerId).executeTakeFirst()
}

function openPayments(db: Db, commissionId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'checkout_url', 'expires_at'])
    .where('subject_kind', '=', 'commission')
    .where('subject_id', '=', commissionId)
    .where('status', '=', paymentProcess.start)
}

/** Between two questions to the provider, however often its customer looks at the commission. */
const recheckAfterMs = 2_000

/**
 * Whoever looks at an unpaid commission may be back from the provider's page, and the provider's event may be late or lost.
 * Returns whether something has changed. If the provider does not respond, the event or the reconciliation follows later.
 */
export async function checkOwnPayments(
  deps: PaymentDeps & { log: FastifyBaseLogger },
  { commissionId, customerId }: Own,
): Promise<boolean> {
  const { db, clock, log } = deps
  const unsure = await db
    .selectFrom('payments')
    .select(['id', 'status'])
    .where('subject_kind', '=', 'commission')
    .where('subject_id', '=', commissionId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', undecidedStatuses)
    .where('checkout_session_id', 'is not', null)
    .where((eb) => {
      const askedBefore = new Date(clock.now().getTime() - recheckAfterMs)
      return eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', askedBefore)])
    })
    .execute()
  const changes = unsure.map(async ({ id, status }) => {
    const result = await checkPayment(deps, id).catch((error: unknown) => {
      log.warn({ err: error, commission: commissionId }, 'the card provider could not be reached')
      return status
    })
    return result !== status
  })
  return (await Promise.all(changes)).includes(true)
}

/**
 * Before a commission ends unpaid. Returns `paid` when the checkout was completed meanwhile: its money has arrived or is
 * on its way, and the commission must not end.
 * @throws Refusal checkout_unavailable
 */
export async function closeOpenCheckout(
  deps: PaymentDeps,
  commissionId: string,
): Promise<'closed' | 'paid'> {
  for (const { id } of await openPayments(deps.db, commissionId).execute()) {
    const result = await closeCheckout(deps, id)
    if (result !== 'expired' && result !== 'failed') return 'paid'
  }
  return 'closed'
}

/** In the transaction that ends it: its customer has opened another checkout meanwhile. @throws Refusal commission_moved */
export async function refuseOpenCheckout(tx: Db, commissionId: string): Promise<void> {
  if (await openPayments(tx, commissionId).executeTakeFirst()) throw new Refusal('commission_moved')
}
