// The subject of a payment: what it is for. Payments know a subject only by these functions: orders import payments, not
// the other way round.

import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import type { DisputeBearer } from '#rules/payments/bank-dispute-process.ts'
import type { RefundCause } from '#rules/payments/payment-process.ts'
import type { Vat } from '#rules/vat/contained-vat.ts'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import type { Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { Tables } from '#server/db/tables.ts'
import type { SubjectKind } from '#server/db/tables/payment-tables.ts'
import type { CheckoutLine, Payments, SubjectRef } from '#server/gateways/payments/payments.ts'

/** Each function that takes a transaction runs in the one that moves the payment, or what is owed from it. */
export type PaymentSubject = {
  /** The lines on the provider's page, and the pages it redirects to. */
  describe(db: Db, subjectId: string): Promise<CheckoutPage>
  /** Called first in each such transaction: whoever acts on the subject takes its locks in the same order. */
  lock(tx: Db, subjectId: string): Promise<void>
  /** Grants what was paid for, or nothing. Returns what becomes of the money. The payment is recorded as paid. */
  fulfil(tx: Db, payment: Payment): Promise<Owed>
  /** The checkout is complete, and the money not received yet. */
  confirm(tx: Db, payment: Payment): Promise<void>
  /** The checkout is complete, and the money will not be received. */
  decline(tx: Db, payment: Payment): Promise<void>
  /** The subjects with an open payment that must not be paid any more. */
  findUnavailable(db: Db): Promise<string[]>
  /** The checkout has ended unpaid. */
  expire(tx: Db, payment: Payment): Promise<void>
  /** The payment does not match the subject: nothing is granted. */
  fail(tx: Db, payment: Payment): Promise<void>
  /** What did not match is checked once more: it can be paid from now on. */
  checkAgain(tx: Db, payment: Payment): Promise<void>
  /** Called when a transfer was sent, or settled in another way, or cannot be sent now and is tried again. */
  recordTransfer(tx: Db, payment: Payment, attempt: AttemptedTransfer): Promise<void>
  /** Called when the sum of the refunds that have arrived may have changed. */
  recordRefunds(tx: Db, payment: Payment, refundedPence: number): Promise<void>
  /** Called when a transfer was sent, so that the artist is told. */
  announceTransfer(tx: Db, payment: Payment, transfer: SentTransfer): Promise<void>
  /**
   * Called when so much was given back at the provider, and nothing was owed: owes it as a refund of what was sold, if that is
   * clear, and returns its id.
   */
  giveBackMade(tx: Db, payment: Payment, pence: number): Promise<string | null>
  /** Called when the customer disputes the payment at the bank, and when the bank has decided. The artists are told. */
  recordBankDispute(tx: Db, payment: Payment, dispute: BankDispute): Promise<void>
  /** Called when a refund has arrived, so that the customer is told. */
  announceRefund(tx: Db, payment: Payment, refund: ArrivedRefund): Promise<void>
}

export type PaymentSubjects = Record<SubjectKind, PaymentSubject>
export type PaymentDeps = Committing & {
  payments: Payments
  subjects: PaymentSubjects
  clock: Clock
}
export type ChargeDeps = PaymentDeps & { log: FastifyBaseLogger; disputesChargedTo: DisputeBearer }
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
  refunds: OwedRefund[]
  /** Earned by nobody yet: released or given back later (held-money.ts). */
  heldPence: number
  platformFeePence: number
  processingFeePence: number
  /** The VAT in everything that is earned; none if it is left out. */
  vatPence?: number
}

export type OwedRefund = {
  /** Null for what is not of one line: of what was not sold a payment has at most one such refund. */
  orderLineId: string | null
  pence: number
  cause: RefundCause
  /** The artist's part of the loss, if a sale is given back. */
  artistPence?: number
  /** The VAT that goes back with the amount; none if it is left out. */
  vat?: Vat
}

/** `sent`: the artist has the money. */
export type AttemptedTransfer = { artistId: string; outcome: 'sent' | 'postponed' }

export type SentTransfer = { transferId: string; artistId: string; pence: number }

export type BankDispute = {
  id: string
  state: 'open' | 'won' | 'lost'
  /** Nothing of the payment is left if it is lost. */
  isWhole: boolean
  /** True if the artists do not bear a lost one. */
  keepsShare: boolean
}

export type ArrivedRefund = OwedRefund & { providerId: string }

/** When a payment that is recorded as paid was paid. */
export function paidAtOf({ id, paid_at: paidAt }: Payment): Date {
  if (paidAt === null) throw new Error(`Payment ${id} was not paid.`)
  return paidAt
}

/** Owes the whole payment back. */
export function allBack(payment: Payment, cause: RefundCause): Owed {
  return {
    transfers: [],
    refunds: [{ orderLineId: null, pence: payment.amount_pence, cause }],
    heldPence: 0,
    platformFeePence: 0,
    processingFeePence: 0,
  }
}

export function subjectOf(payment: Pick<Payment, 'subject_kind' | 'subject_id'>): SubjectRef {
  return { kind: payment.subject_kind, id: payment.subject_id }
}

/**
 * The functions to call for this payment: those of its subject, which a stray payment does not concern except for the news
 * of its refund.
 */
export function subjectFunctions(subjects: PaymentSubjects, payment: Payment): PaymentSubject {
  const subject = subjects[payment.subject_kind]
  return payment.stray_of === null ? subject : { ...subject, ...straySubject }
}

/**
 * Before what is owed from a payment is locked or moved: its subject and the payment itself. Every transaction takes these
 * locks in this order, and refunds, transfers and reversals after them.
 */
export async function lockPayment(
  tx: Db,
  subjects: PaymentSubjects,
  paymentId: string,
): Promise<Payment> {
  const payments = tx.selectFrom('payments').selectAll().where('id', '=', paymentId)
  const payment = await payments.executeTakeFirstOrThrow()
  await subjectFunctions(subjects, payment).lock(tx, payment.subject_id)
  return payments.forNoKeyUpdate().executeTakeFirstOrThrow()
}

const nothing = async () => {}

const straySubject = {
  fulfil: async (_tx: Db, payment: Payment) => allBack(payment, 'paid_twice'),
  confirm: nothing,
  decline: nothing,
  expire: nothing,
  fail: nothing,
  checkAgain: nothing,
  recordTransfer: nothing,
  announceTransfer: nothing,
  recordRefunds: nothing,
  recordBankDispute: nothing,
  giveBackMade: async () => null,
} satisfies Partial<PaymentSubject>
