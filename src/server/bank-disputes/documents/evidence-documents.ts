// What the documents say that are made for a customer's bank: the receipt, what was delivered and used, and what was written.

import { evidenceFileFields, type EvidenceFileField } from '#rules/payments/evidence-files.ts'
import { formatPence } from '#rules/price.ts'
import { productName } from '#rules/product.ts'
import { presentReceipt, type Seller } from '#server/orders/receipt-presenter.ts'
import {
  happeningLine,
  inOrder,
  loginLines,
  moment,
  playLines,
  termsLines,
} from '../facts/fact-lines.ts'
import type { PaymentFacts } from '../facts/payment-facts.ts'

export type Document = {
  title: string
  /** Below the title: what it is about. */
  about: string[]
  sections: { heading: string; lines: string[] }[]
}

type Context = { publicUrl: string; seller: Seller; providerId: string; madeAt: Date }
type MadeDocument = { field: EvidenceFileField; name: string; document: Document }

export function documentsOf(facts: PaymentFacts, context: Context): MadeDocument[] {
  const about = [
    `About dispute ${context.providerId}, charge ${facts.chargeId ?? '(unknown)'}.`,
    `Made on ${moment(context.madeAt)} from the records of ${productName} (${context.publicUrl}).`,
  ]
  const made = (
    field: EvidenceFileField,
    name: string,
    sections: Document['sections'],
  ): MadeDocument[] => {
    const filled = sections.filter(({ lines }) => lines.length > 0)
    const { label: title } = evidenceFileFields[field]
    return filled.length === 0
      ? []
      : [{ field, name, document: { title, about, sections: filled } }]
  }
  return [
    ...made('receipt', 'receipt.pdf', receiptSections(facts, context)),
    ...made('service', 'delivery-and-downloads.pdf', serviceSections(facts)),
    ...made('messages', 'messages.pdf', messageSections(facts)),
  ]
}

function receiptSections(facts: PaymentFacts, { seller, publicUrl }: Context) {
  if (facts.receipt === null) return []
  const receipt = presentReceipt(facts.receipt, seller)
  return [
    { heading: 'Sold by', lines: [seller.name, ...seller.address] },
    {
      heading: `Receipt ${receipt.number}`,
      lines: [
        `Paid on ${moment(facts.receipt.issued_at)} by the card that ends with ${receipt.cardLast4 ?? '(unknown)'}.`,
        `Bought by ${receipt.buyer.name}, ${receipt.buyer.email}`,
        ...receipt.lines.map(
          ({ title, artist, pence }) => `${title}, by ${artist}: ${formatPence(pence)}`,
        ),
        `Total: ${formatPence(receipt.totalPence)}`,
        ...(receipt.refundedPence === 0
          ? []
          : [`Refunded since: ${formatPence(receipt.refundedPence)}`]),
      ],
    },
    { heading: 'What the customer accepted', lines: termsLines(facts, publicUrl) },
  ]
}

function serviceSections(facts: PaymentFacts) {
  const { commission, deliveredAt, downloads } = facts
  const delivered = deliveredAt === null ? [] : [`Delivered on ${moment(deliveredAt)}.`]
  return [
    { heading: 'Delivery', lines: delivered },
    { heading: 'Steps of the commission', lines: commission?.steps.map(happeningLine) ?? [] },
    {
      heading: 'Downloads and plays',
      lines: [...downloads.map(happeningLine), ...playLines(facts)],
    },
    { heading: 'Log-ins of the customer', lines: loginLines(facts) },
  ]
}

function messageSections({ commission }: PaymentFacts) {
  if (commission === null) return []
  return [
    { heading: 'What the customer asked for', lines: [commission.requirements] },
    { heading: 'Messages', lines: inOrder(commission.messages).map(happeningLine) },
  ]
}
