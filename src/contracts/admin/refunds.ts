// Endpoints of refunds that admins decide: what a refund of a sale would do, and giving it.

import { z } from 'zod'
import { refundAmountBlank } from '#rules/errors/refund-errors.ts'
import { receiptNumberPattern } from '#rules/orders/receipt-number.ts'
import { parsePounds } from '#rules/price.ts'
import { saleKinds, saleProcess } from '#rules/sales/sale-process.ts'
import { endpoint } from '../endpoint.ts'
import { toldFields } from '../reason.ts'

/** In pounds, as people type them. */
const amountSchema = z.string().transform((text, { addIssue }) => {
  const pence = parsePounds(text)
  if (pence !== null) return pence
  addIssue({ code: 'custom', message: refundAmountBlank })
  return z.NEVER
})

const person = z.object({ id: z.string(), name: z.string() })

export const soldSchema = z.object({
  /** The id of the order's line, or of the commission. */
  id: z.string(),
  kind: z.enum(saleKinds),
  title: z.string(),
  customer: person,
  artist: person,
  receiptNumber: z.string().nullable(),
  status: z.enum(saleProcess.statuses),
  paidAt: z.iso.datetime(),
  pricePence: z.int(),
  /** What has gone back, or is owed back, so far. */
  refundedPence: z.int(),
  /** What can be given back; 0 of what is held. */
  leftPence: z.int(),
})
export type Sold = z.infer<typeof soldSchema>

export const consequencesSchema = z.object({
  pence: z.int(),
  isWhole: z.boolean(),
  /** What of it the artist loses, and what the platform bears: also of the artist's share what no transfer covers any more. */
  artistPence: z.int(),
  platformPence: z.int(),
  /** What stays of the sale. */
  artistKeepsPence: z.int(),
  platformKeepsPence: z.int(),
  /** Whether the artist has been sent their part: then it has to be taken back. */
  isTransferred: z.boolean(),
  /**
   * What the decision books, with the names that the ledger has for its accounts, and what the platform bears of the artist's
   * share once the refund is made.
   */
  postings: z.array(z.object({ account: z.string(), pence: z.int() })),
})

export const saleRefundSchema = soldSchema.extend({
  /** The customer's bank decides about the payment first. */
  isDisputed: z.boolean(),
  /** The id of a refund of the payment that was made at the card provider, and that an admin has to assign first. */
  unassignedRefund: z.string().nullable(),
  /** Null if nothing can be given back. */
  refund: consequencesSchema.nullable(),
})
export type SaleRefund = z.infer<typeof saleRefundSchema>

const saleId = z.object({ id: z.guid() })

export const listReceiptSales = endpoint('GET /api/proxy/admin/sales', {
  by: 'admin',
  summary: 'What was sold with one receipt, and what can be given back of each.',
  input: z.object({ receipt: z.string().regex(receiptNumberPattern) }),
  output: z.object({ sales: z.array(soldSchema) }),
})

export const previewRefund = endpoint('GET /api/proxy/admin/sales/{id}/refund', {
  by: 'admin',
  summary:
    'Every consequence of a refund of this sale, in pence: of all that is left, or of a part.',
  refusals: ['not_found', 'refund_out_of_range'],
  input: saleId.extend({ part: amountSchema.optional() }),
  output: saleRefundSchema,
})

export const refundSale = endpoint('POST /api/proxy/admin/sales/{id}/refund', {
  by: 'admin',
  summary: 'Gives back a sale, wholly or in part; both parties are told.',
  refusals: [
    'not_found',
    'own_sale',
    'nothing_to_give_back',
    'refunded_meanwhile',
    'refund_out_of_range',
    'payment_disputed',
    'refund_unassigned',
  ],
  input: saleId.extend({
    amount: amountSchema,
    /** What was left of the sale when the admin looked: the same form gives back once. */
    leftPence: z.coerce.number().int(),
    ...toldFields,
  }),
  output: z.object({ refundId: z.string() }),
})
