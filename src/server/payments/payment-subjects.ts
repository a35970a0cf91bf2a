// What a payment is for. Payments know a subject only by these functions: orders import payments, not the other way round.

import type { Selectable } from 'kysely'
import type { RefundCause } from '#rules/payment-process.ts'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import type { SubjectKind } from '#server/db/tables/payment-tables.ts'
import type { CheckoutLine, Payments, SubjectRef } from '#server/gateways/payments/payments.ts'

/** Each function that takes a transaction runs in the one that moves the payment. */
export type PaymentSubject = {
  /** The lines on the provider's page, and the pages it redirects to. */
  describe(db: Db, subjectId: string): Promise<CheckoutPage>
  /** Grants what was paid for. Returns what is owed from the payment. */
  fulfil(tx: Db, payment: Payment): Promise<Owed>
  /** The subjects with an open payment that must not be paid any more. */
  findUnavailable(db: Db): Promise<string[]>
  /** The checkout has ended unpaid. */
  expire(tx: Db, payment: Payment): Promise<void>
  /** What was paid does not match: nothing is granted. */
  fail(tx: Db, payment: Payment): Promise<void>
  /** Called when the sum of the refunds that have arrived may have changed. */
  recordRefunds(tx: Db, payment: Payment, refundedPence: number): Promise<void>
  /** Called when a refund has arrived, so that the customer is told. */
  announceRefund(tx: Db, refund: ArrivedRefund): Promise<void>
}

export type PaymentSubjects = Record<SubjectKind, PaymentSubject>
export type PaymentDeps = { db: Db; payments: Payments; subjects: PaymentSubjects; clock: Clock }
export type Payment = Selectable<Tables['payments']>

export type CheckoutPage = {
  lines: CheckoutLine[]
  successUrl: string
  cancelUrl: string
}

/** The whole amount of a payment, divided. All in pence. */
export type Owed = {
  /** At most one an artist. */
  transfers: { artistId: string; pence: number }[]
  /** Paid, but not granted. */
  refunds: { orderLineId: string | null; pence: number; cause: RefundCause }[]
  platformFeePence: number
  processingFeePence: number
}

export type ArrivedRefund = {
  providerId: string
  orderLineId: string | null
  pence: number
  cause: RefundCause
}

export function subjectOf(payment: Pick<Payment, 'subject_kind' | 'subject_id'>): SubjectRef {
  return { kind: payment.subject_kind, id: payment.subject_id }
}
