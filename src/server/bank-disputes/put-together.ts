// The evidence that is proposed against a bank dispute: what we know of the payment, put together by code. An admin changes
// what is wrong, and says why the customer is not entitled to the money.

import { z } from 'zod'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import { cutEvidence, type Evidence } from '#rules/payments/dispute-evidence.ts'
import { formatPence } from '#rules/price.ts'
import { productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import {
  happeningLine,
  inOrder,
  loginLines,
  moment,
  playLines,
  termsLines,
} from './facts/fact-lines.ts'
import { findPaymentFacts, type PaymentFacts } from './facts/payment-facts.ts'

const text = z.string()
const evidenceSchema: z.ZodType<Evidence> = z.object({
  customerName: text,
  customerEmail: text,
  bought: text,
  servedOn: text,
  accessLog: text,
  refundPolicy: text,
  refundRefusal: text,
  messages: text,
})

/** As it was sent; null if it was not. */
export function readEvidence(stored: unknown): Evidence | null {
  return stored === null ? null : evidenceSchema.parse(stored)
}

export async function putTogether(db: Db, paymentId: string, publicUrl: string): Promise<Evidence> {
  const facts = await findPaymentFacts(db, paymentId)
  const { receipt, deliveredAt, downloads, commission } = facts
  const evidence: Evidence = {
    customerName: receipt?.buyer_name ?? '',
    customerEmail: receipt?.buyer_email ?? '',
    bought: receipt === null ? '' : boughtOf(receipt),
    servedOn: deliveredAt === null ? '' : moment(deliveredAt),
    accessLog: [...downloads.map(happeningLine), ...playLines(facts), ...loginLines(facts)].join(
      '\n',
    ),
    refundPolicy: termsLines(facts, publicUrl).join('\n'),
    refundRefusal: '',
    messages: commission === null ? '' : roomOf(commission).join('\n'),
  }
  const cut = Object.entries(evidence).map(([field, value]) => [field, cutEvidence(value)])
  return evidenceSchema.parse(Object.fromEntries(cut))
}

function boughtOf({
  serial,
  issued_at: at,
  lines,
  total_pence: pence,
  ...receipt
}: NonNullable<PaymentFacts['receipt']>): string {
  return [
    `${productName}: acoustic backing tracks, delivered as downloads.`,
    `Receipt ${receiptNumber(serial)} of ${moment(at)}, ${formatPence(pence)}, paid by the card that ends with ${receipt.card_last4 ?? '(unknown)'}.`,
    ...lines.map((line) => `- ${line.title}, by ${line.artist}: ${formatPence(line.pence)}`),
  ].join('\n')
}

function roomOf({
  requirements,
  steps,
  messages,
}: NonNullable<PaymentFacts['commission']>): string[] {
  return [`The customer asked for: ${requirements}`, ...inOrder(steps, messages).map(happeningLine)]
}
