// Opens and closes the one checkout of a payment at the provider, also after earlier requests with an unknown outcome.

import { randomUUID } from 'node:crypto'
import { Refusal } from '#rules/errors/refusal.ts'
import { termsVersion } from '#rules/terms.ts'
import type { Db } from '#server/db/client.ts'
import { reaching } from '#server/clock-and-failpoints/failpoints.ts'
import type { SubjectKind } from '#server/db/tables/payment-tables.ts'
import { PaymentRefused } from '#server/gateways/payments/payments.ts'
import { checkPayment, expirePayment, type PaymentResult } from './payment-check.ts'
import { subjectOf, type Payment, type PaymentDeps } from '../payment-subjects.ts'
import { withProviderErrors } from '../provider-errors.ts'

const minute = 60_000

/** The provider's minimum lifetime for a checkout. */
const minLifetimeMs = 30 * minute

/** Ten minutes more, for network latency and for a slow clock. */
export const minCheckoutMs = minLifetimeMs + 10 * minute

/** The provider's maximum is 24 hours. */
export const maxCheckoutMs = 24 * 60 * minute - 10 * minute

type NewPayment = {
  kind: SubjectKind
  subjectId: string
  customerId: string
  amountPence: number
  /** How long its checkout can be paid, within the limits above. */
  lifetimeMs: number
  now: Date
}

/**
 * The row is written before the provider is called: its id is the idempotency key. The button that the customer has pressed
 * says beside it that the terms are accepted.
 */
export async function insertPayment(tx: Db, payment: NewPayment): Promise<string> {
  const { id } = await tx
    .insertInto('payments')
    .values({
      id: randomUUID(),
      subject_kind: payment.kind,
      subject_id: payment.subjectId,
      customer_id: payment.customerId,
      amount_pence: payment.amountPence,
      created_at: payment.now,
      expires_at: new Date(payment.now.getTime() + payment.lifetimeMs),
      terms_version: termsVersion,
      terms_accepted_at: payment.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * A customer needs a minute to enter a card number, so a checkout that expires sooner is not offered again. A checkout
 * that the provider has not opened yet must also have the provider's minimum lifetime left.
 */
export function canBePaid(
  payment: Pick<Payment, 'checkout_url' | 'expires_at'>,
  now: Date,
): boolean {
  const neededMs = payment.checkout_url === null ? minLifetimeMs + minute : minute
  return payment.expires_at.getTime() > now.getTime() + neededMs
}

/**
 * Returns the URL of the payment page. A payment whose checkout can never be opened expires, so that the customer's next
 * click creates another one.
 * @throws Refusal checkout_unavailable
 */
export async function openCheckout(deps: PaymentDeps, paymentId: string): Promise<string> {
  const payment = await findPayment(deps.db, paymentId)
  if (payment.checkout_url !== null) return payment.checkout_url
  try {
    const { url } = await openAtProvider(deps, payment)
    return url
  } catch (error) {
    if (isPermanentRefusal(error)) await expirePayment(deps, payment)
    throw error
  }
}

/**
 * Expires a payment's checkout at the provider, then in the database. One that was completed meanwhile is recorded: the
 * provider's answer decides.
 * @throws Refusal checkout_unavailable
 */
export async function closeCheckout(deps: PaymentDeps, paymentId: string): Promise<PaymentResult> {
  const payment = await findPayment(deps.db, paymentId)
  const sessionId = payment.checkout_session_id ?? (await findLostSession(deps, payment))
  const state =
    sessionId === null
      ? 'expired'
      : await withProviderErrors(
          () =>
            reaching(deps.failpoints, 'close.call', () => deps.payments.expireCheckout(sessionId)),
          'checkout_unavailable',
        )
  if (state === 'complete') {
    return withProviderErrors(() => checkPayment(deps, paymentId), 'checkout_unavailable')
  }
  await expirePayment(deps, payment)
  return 'expired'
}

/** A checkout opened just before a crash is not in the row yet: a call with the same idempotency key returns it. */
async function findLostSession(deps: PaymentDeps, payment: Payment): Promise<string | null> {
  if (payment.expires_at < deps.clock.now()) return null
  try {
    const { sessionId } = await openAtProvider(deps, payment)
    return sessionId
  } catch (error) {
    if (isPermanentRefusal(error)) return null
    throw error
  }
}

/** The provider has no checkout for this payment and will never open one. */
function isPermanentRefusal(error: unknown): boolean {
  return error instanceof Refusal && error.cause instanceof PaymentRefused
}

/** The payment's id is the idempotency key: the provider returns the same checkout for a repeated call. */
async function openAtProvider(
  { db, payments, subjects, failpoints }: PaymentDeps,
  payment: Payment,
): Promise<{ sessionId: string; url: string }> {
  const page = await subjects[payment.subject_kind].describe(db, payment.subject_id)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', payment.customer_id)
    .executeTakeFirstOrThrow()
  const opened = await withProviderErrors(
    () =>
      reaching(failpoints, 'checkout.open', () =>
        payments.openCheckout({
          paymentId: payment.id,
          subject: subjectOf(payment),
          ...page,
          customerEmail: email,
          createdAt: payment.created_at,
          expiresAt: payment.expires_at,
          idempotencyKey: `cs:${payment.id}`,
        }),
      ),
    'checkout_unavailable',
  )
  await reaching(failpoints, 'checkout.save', () =>
    db
      .updateTable('payments')
      .set({ checkout_session_id: opened.sessionId, checkout_url: opened.url })
      .where('id', '=', payment.id)
      .execute(),
  )
  return opened
}

function findPayment(db: Db, id: string): Promise<Payment> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
