// Endpoints of receipts: one for each payment, for its buyer.

import { z } from 'zod'
import { lastOwnedPage, ownedSearchFields } from '#rules/orders/owned-search.ts'
import { receiptNumberPattern } from '#rules/orders/receipt-number.ts'
import { refundStates } from '#rules/commissions/refund-states.ts'
import { refundCauses } from '#rules/payments/payment-process.ts'
import { endpoint } from './endpoint.ts'
import { pageField, pageOf } from './lists.ts'

const numberSchema = z.string().regex(receiptNumberPattern)

const receiptSchema = z.object({
  number: numberSchema,
  issuedAt: z.iso.datetime(),
  /** The commission that was paid; null of an order. */
  commissionId: z.uuid().nullable(),
  /** As configured by the operator. */
  seller: z.object({
    name: z.string(),
    address: z.array(z.string()),
    vatNumber: z.string().nullable(),
  }),
  /** At the time of the payment. */
  buyer: z.object({ name: z.string(), email: z.string() }),
  lines: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      artist: z.string(),
      /** At the time of the sale; null also for sales from before it was stored. */
      keySignature: z.string().nullable(),
      pence: z.int(),
      /** Contained in the price; null of what was sold without VAT. */
      vatPence: z.int().nullable(),
    }),
  ),
  totalPence: z.int(),
  /** As it was at the time of the payment; null if the prices contain none. */
  vat: z
    .object({
      number: z.string(),
      /** In hundredths of a per cent. */
      rate: z.int(),
      netPence: z.int(),
      vatPence: z.int(),
      /** What of it went back with the refunds that were sent, or paid back in another way. */
      refundedPence: z.int(),
    })
    .nullable(),
  /** The last four digits of the card; null also for payments from before they were stored. */
  cardLast4: z.string().nullable(),
  refunds: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      pence: z.int(),
      cause: z.enum(refundCauses),
      state: z.enum(refundStates),
      /** When it arrived on the card, or was paid back in another way. */
      sentAt: z.iso.datetime().nullable(),
      /** What names it on a bank statement, if it was paid back in another way. */
      reference: z.string().nullable(),
    }),
  ),
  /** The sum of the refunds that were sent, or paid back in another way. */
  refundedPence: z.int(),
})
export type Receipt = z.infer<typeof receiptSchema>

export const getReceipt = endpoint('GET /api/receipts/{number}', {
  by: 'user',
  summary: 'The receipt of a payment, for its buyer and for admins.',
  refusals: ['not_found'],
  input: z.object({ number: numberSchema }),
  output: receiptSchema,
})

export const listReceipts = endpoint('GET /api/receipts', {
  by: 'user',
  summary: "The caller's payments with their receipts, refunds and held money, newest first.",
  input: z.object({
    page: pageField(ownedSearchFields.page, lastOwnedPage),
  }),
  output: pageOf({
    payments: z.array(
      z.object({
        id: z.uuid(),
        /** The number of the receipt; null for a payment that bought nothing, such as a second one. */
        number: numberSchema.nullable(),
        paidAt: z.iso.datetime(),
        /** The number of an order's tracks; 0 for a commission. */
        tracks: z.int(),
        /** It is null for an order. */
        commission: z.object({ id: z.uuid(), name: z.string() }).nullable(),
        totalPence: z.int(),
        /** Until the commission is decided; 0 of everything else. */
        heldPence: z.int(),
        /** Our team decides about what is held: the commission is frozen or disputed. */
        isWithTeam: z.boolean(),
        refunds: z.array(
          z.object({
            id: z.uuid(),
            pence: z.int(),
            cause: z.enum(refundCauses),
            state: z.enum(refundStates),
            /** When it arrived on the card, or was paid back in another way. */
            sentAt: z.iso.datetime().nullable(),
          }),
        ),
      }),
    ),
    /** The sum on all pages that is held until the customer approves. */
    heldPence: z.int(),
    /** Held until our team has decided. */
    withTeamPence: z.int(),
    returningPence: z.int(),
    /** What could not be sent back: a person decides. */
    unreturnedPence: z.int(),
  }),
})
export type PaymentList = z.infer<(typeof listReceipts)['output']>
