// The only code that records what became of a payment's checkout. Idempotent, also when several calls run at once.

import type { Updateable } from 'kysely'
import { paymentProcess, type PaymentStep } from '#rules/payments/payment-process.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction, reaching, type Commit } from '#server/clock-and-failpoints/failpoints.ts'
import { move } from '#server/db/move.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Charge, Checkout } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { bookPayment } from '#server/ledger/ledger.ts'
import { raiseAlarm } from '../payment-alarms.ts'
import {
  subjectFunctions,
  type Payment,
  type PaymentDeps,
  type PaymentSubject,
} from '../payment-subjects.ts'
import { oweRefunds } from '../refunds.ts'
import { oweTransfers } from '../transfers.ts'

/**
 * `confirming`: the checkout is complete, and the money not received yet. `settling`: paid, but the provider does not know
 * its fee yet. `failed`: the money will not be received, or what was paid does not match, of which the admins are told.
 */
export type PaymentResult = 'open' | 'confirming' | 'settling' | 'paid' | 'expired' | 'failed'

/** Fetches the checkout from the provider; it never trusts the content of an event. */
export async function checkPayment(deps: PaymentDeps, paymentId: string): Promise<PaymentResult> {
  const payment = await deps.db
    .updateTable('payments')
    .set({ checked_at: deps.clock.now() })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirst()
  if (!payment?.checkout_session_id) return 'open'
  if (payment.status === 'paid') return 'paid'
  if (!paymentProcess.steps.pay.from.includes(payment.status)) return 'failed'

  const { checkout_session_id: sessionId } = payment
  const checkout = await reaching(deps.failpoints, 'pay.read', () =>
    deps.payments.findCheckout(sessionId),
  )
  if (checkout.state === 'expired') {
    await expirePayment(deps, payment)
    return 'expired'
  }
  if (checkout.money === 'none') return 'open'
  if (checkout.money === 'confirming') {
    await take(deps, payment, 'confirm', {}, (tx, subject) => subject.confirm(tx, payment))
    return 'confirming'
  }
  if (checkout.money === 'failed') {
    await take(deps, payment, 'decline', {}, (tx, subject) => subject.decline(tx, payment))
    return 'failed'
  }
  if (checkout.charge === null) return 'settling'
  if (!matches(payment, checkout, checkout.charge, deps.payments.livemode)) {
    await recordMismatch(deps, payment, { ...checkout, charge: checkout.charge })
    return 'failed'
  }
  await recordPaid(deps, payment, checkout.charge)
  return 'paid'
}

/** The charge is compared as well: an amount or a fee in another currency would be booked as pence. */
function matches(payment: Payment, checkout: Checkout, charge: Charge, livemode: boolean): boolean {
  return (
    checkout.paymentId === (payment.stray_of ?? payment.id) &&
    checkout.totalPence === payment.amount_pence &&
    checkout.currency === 'gbp' &&
    charge.balance.amountPence === payment.amount_pence &&
    charge.balance.currency === 'gbp' &&
    checkout.livemode === livemode
  )
}

/** A person decides. The customer's next checkout does not wait for that. */
async function recordMismatch(
  deps: PaymentDeps,
  payment: Payment,
  { charge, ...checkout }: Checkout & { charge: Charge },
): Promise<void> {
  const problem =
    `Checkout ${checkout.sessionId} (${checkout.totalPence} ${checkout.currency}, which brought ${charge.balance.amountPence} ${charge.balance.currency}, ` +
    `payment ${checkout.paymentId}, live: ${checkout.livemode}) does not match payment ${payment.id} of ${payment.amount_pence} pence.`
  await take(deps, payment, 'fail', { problem }, async (tx, subject) => {
    await subject.fail(tx, payment)
    // Checked again by the operator, it may not match again.
    const key = `mismatch:${payment.id}:${deps.clock.now().toISOString()}`
    await raiseAlarm(tx, { key, problem, page: 'orders' })
  })
}

async function recordPaid(deps: PaymentDeps, payment: Payment, charge: Charge): Promise<void> {
  const now = deps.clock.now()
  const changes = {
    paid_at: now,
    payment_intent_id: charge.paymentIntentId,
    charge_id: charge.chargeId,
    card_last4: charge.cardLast4,
  }
  await take(deps, payment, 'pay', changes, async (tx, subject) => {
    const owed = await subject.fulfil(tx, { ...payment, ...changes })
    await bookPayment(tx, { paymentId: payment.id, balance: charge.balance, owed }, now)
    await oweTransfers(tx, { paymentId: payment.id, now }, owed.transfers)
    await oweRefunds(tx, { paymentId: payment.id, now }, owed.refunds)
    await lookAgainIfTold(tx, charge.chargeId)
  })
}

/** An event of the charge came before its payment was recorded. */
async function lookAgainIfTold(tx: Db, chargeId: string): Promise<void> {
  const told = await tx
    .selectFrom('payment_events')
    .select('id')
    .where('about', '=', chargeId)
    .limit(1)
    .executeTakeFirst()
  if (told) await addJob(tx, 'check_charge', { chargeId })
}

/** The checkout has ended unpaid, or was never opened. A payment that was paid meanwhile stays paid. */
export async function expirePayment(deps: PaymentDeps, payment: Payment): Promise<void> {
  await take(deps, payment, 'expire', {}, (tx, subject) => subject.expire(tx, payment))
}

const commitOf = {
  pay: 'pay.commit',
  confirm: 'confirm.commit',
  decline: 'decline.commit',
  fail: 'decline.commit',
  expire: 'close.commit',
} as const satisfies Partial<Record<PaymentStep, Commit>>

/** One transaction for the step and what follows from it, and only for the call that moves the payment. */
async function take(
  { subjects, ...deps }: PaymentDeps,
  payment: Payment,
  step: keyof typeof commitOf,
  changes: Updateable<Tables['payments']>,
  follow: (tx: Db, subject: PaymentSubject) => Promise<void>,
): Promise<void> {
  const subject = subjectFunctions(subjects, payment)
  await inTransaction(deps, commitOf[step], async (tx) => {
    await lockCustomer(tx, payment.customer_id)
    await subject.lock(tx, payment.subject_id)
    const { id } = payment
    if (await move(tx, 'payments', paymentProcess, { id, step, changes })) await follow(tx, subject)
  })
}
