// Endpoints of receipts: one for each payment, for its buyer.

import { z } from 'zod'
import { lastOwnedPage, ownedSearchFields } from '#rules/orders/owned-search.ts'
import { receiptNumberPattern } from '#rules/orders/receipt-number.ts'
import { refundCauses } from '#rules/payment-process.ts'
import { endpoint } from './endpoint.ts'

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
    }),
  ),
  totalPence: z.int(),
  /** The last four digits of the card; null also for payments from before they were stored. */
  cardLast4: z.string().nullable(),
  /** `pending`: owed to the buyer, and not at the card's bank yet. */
  refunds: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      pence: z.int(),
      cause: z.enum(refundCauses),
      state: z.enum(['pending', 'sent']),
      sentAt: z.iso.datetime().nullable(),
    }),
  ),
  /** Of the refunds that were sent. */
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
  summary: "The caller's receipts, newest first.",
  input: z.object({
    page: z.preprocess(ownedSearchFields.page, z.int().min(1).max(lastOwnedPage).default(1)),
  }),
  output: z.object({
    receipts: z.array(
      z.object({
        number: numberSchema,
        issuedAt: z.iso.datetime(),
        /** Of an order; 0 of a commission. */
        tracks: z.int(),
        /** The name of a commission; null of an order. */
        commission: z.string().nullable(),
        totalPence: z.int(),
        refundedPence: z.int(),
      }),
    ),
    totalPages: z.int(),
    currentPage: z.int(),
  }),
})
export type ReceiptList = z.infer<(typeof listReceipts)['output']>
