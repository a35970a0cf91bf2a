// The only code that records a payment as paid. Idempotent, also when several calls run at once.

import type { Updateable } from 'kysely'
import { paymentProcess, type PaymentStep } from '#rules/payment-process.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Charge, Checkout } from '#server/gateways/payments/payments.ts'
import { bookPayment } from './ledger.ts'
import { raiseAlarm } from './payment-alarms.ts'
import type { Payment, PaymentDeps } from './payment-subjects.ts'
import { oweRefunds } from './refunds.ts'
import { oweTransfers } from './transfers.ts'

/**
 * Fetches the checkout from the provider; it never trusts the content of an event.
 * `settling`: paid, but the provider does not know its fee yet. `closed`: cannot be paid any more, or what was paid does not
 * match: nothing is fulfilled then, and the admins are told.
 */
export async function checkPayment(
  deps: PaymentDeps,
  paymentId: string,
): Promise<'open' | 'settling' | 'paid' | 'expired' | 'closed'> {
  const payment = await deps.db
    .updateTable('payments')
    .set({ checked_at: deps.clock.now() })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirst()
  if (!payment?.checkout_session_id) return 'open'
  if (payment.status === 'paid') return 'paid'
  if (!paymentProcess.steps.pay.from.includes(payment.status)) return 'closed'

  const checkout = await deps.payments.findCheckout(payment.checkout_session_id)
  if (checkout.state === 'expired') {
    await expirePayment(deps, payment)
    return 'expired'
  }
  if (!checkout.paid) return 'open'
  if (checkout.charge === null) return 'settling'
  if (!matches(payment, checkout, checkout.charge, deps.payments.livemode)) {
    await recordMismatch(deps, payment, { ...checkout, charge: checkout.charge })
    return 'closed'
  }
  await recordPaid(deps, payment, checkout.charge)
  return 'paid'
}

/** The fee as well: booked as pence, a fee in another currency would be wrong. */
function matches(payment: Payment, checkout: Checkout, charge: Charge, livemode: boolean): boolean {
  return (
    checkout.paymentId === payment.id &&
    checkout.totalPence === payment.amount_pence &&
    checkout.currency === 'gbp' &&
    charge.feeCurrency === 'gbp' &&
    checkout.livemode === livemode
  )
}

/** A person decides. The customer's next checkout does not wait for that. */
async function recordMismatch(
  { db, subjects }: PaymentDeps,
  payment: Payment,
  { charge, ...checkout }: Checkout & { charge: Charge },
): Promise<void> {
  const problem =
    `Checkout ${checkout.sessionId} (${checkout.totalPence} ${checkout.currency}, its fee in ${charge.feeCurrency}, ` +
    `payment ${checkout.paymentId}, live: ${checkout.livemode}) does not match payment ${payment.id} of ${payment.amount_pence} pence.`
  await db.transaction().execute(async (tx) => {
    await lockCustomer(tx, payment.customer_id)
    if (!(await movePayment(tx, payment.id, 'fail', { problem }))) return
    await subjects[payment.subject_kind].fail(tx, payment)
    // Checked again by the operator, it may not match again.
    const key = `mismatch:${payment.id}:${new Date().toISOString()}`
    await raiseAlarm(tx, { key, problem })
  })
}

/** One transaction, and only for the call that moves the payment to paid. */
async function recordPaid(deps: PaymentDeps, payment: Payment, charge: Charge): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockCustomer(tx, payment.customer_id)
    const now = deps.clock.now()
    const moved = await movePayment(tx, payment.id, 'pay', {
      paid_at: now,
      payment_intent_id: charge.paymentIntentId,
      charge_id: charge.chargeId,
      card_last4: charge.cardLast4,
    })
    if (!moved) return
    const owed = await deps.subjects[payment.subject_kind].fulfil(tx, payment)
    const paid = {
      paymentId: payment.id,
      amountPence: payment.amount_pence,
      providerFeePence: charge.feePence,
      owed,
    }
    await bookPayment(tx, paid, now)
    await oweTransfers(tx, { paymentId: payment.id, now }, owed.transfers)
    await oweRefunds(tx, { paymentId: payment.id, now }, owed.refunds)
  })
}

/** The checkout has ended unpaid, or was never opened. A payment that was paid meanwhile stays paid. */
export async function expirePayment(
  { db, subjects }: PaymentDeps,
  payment: Payment,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const moved = await movePayment(tx, payment.id, 'expire')
    if (moved) await subjects[payment.subject_kind].expire(tx, payment)
  })
}

/** Returns false when the payment is in another status than the step starts from. */
async function movePayment(
  tx: Db,
  id: string,
  step: PaymentStep,
  changes: Updateable<Tables['payments']> = {},
): Promise<boolean> {
  const { from, to } = paymentProcess.steps[step]
  const moved = await tx
    .updateTable('payments')
    .set({ ...changes, status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}
