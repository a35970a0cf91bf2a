// Endpoints of what an artist has sold and earned: lists, sums, and the same as a file.

import { z } from 'zod'
import { bankPayoutProcess } from '#rules/payments/bank-payout-process.ts'
import { reversalProcess } from '#rules/payments/reversal-process.ts'
import { monthPattern } from '#rules/sales/sale-months.ts'
import { saleKinds, saleStates } from '#rules/sales/sale-process.ts'
import { sharePlaces } from '#rules/sales/share-places.ts'
import { lastSalesPage, salesSearchFields } from '#rules/sales/sales-search.ts'
import { endpoint } from './endpoint.ts'
import { pageField, pageOf, readBy } from './lists.ts'

const monthSchema = z.string().regex(monthPattern)

/** What singers paid, divided: the first is the sum of the others. While a commission is held, as it was agreed. */
const amounts = {
  customerPence: z.int(),
  platformFeePence: z.int(),
  processingFeePence: z.int(),
  artistPence: z.int(),
  /** Back to the singer. */
  refundedPence: z.int(),
}

const saleSchema = z.object({
  id: z.uuid(),
  kind: z.enum(saleKinds),
  /** The title of the track when it was sold, or the name of the commission. */
  title: z.string(),
  /** It is null for a commission, and where the track is not listed any more. */
  trackId: z.uuid().nullable(),
  commissionId: z.uuid().nullable(),
  paidAt: z.iso.datetime(),
  /** When it was earned or given back; of a held commission when it was paid. It counts in this month. */
  countedAt: z.iso.datetime(),
  ...amounts,
  state: z.enum(saleStates),
  /** Why it is `waiting`. */
  waitsFor: z.string().nullable(),
  /** The transfer of everything that the artist earned by one payment; null before it was sent, settled or netted. */
  transfer: z
    .object({
      /** Null if it was paid in another way. */
      providerId: z.string().nullable(),
      /** What then names it on a bank statement. */
      reference: z.string().nullable(),
      sentAt: z.iso.datetime(),
      pence: z.int(),
      /** What else of it has paid what the artist owed, and was not sent. */
      nettedPence: z.int(),
      place: z.enum(sharePlaces),
      /** The latest payout that contains it, from the artist's account to the bank. */
      bankPayout: z
        .object({
          id: z.string(),
          status: z.enum(bankPayoutProcess.statuses),
          arrivesAt: z.iso.datetime(),
        })
        .nullable(),
    })
    .nullable(),
  /** What of it goes back to the platform, the oldest first. */
  takenBack: z.array(
    z.object({ id: z.uuid(), pence: z.int(), status: z.enum(reversalProcess.statuses) }),
  ),
})
export type Sale = z.infer<typeof saleSchema>

const totalsSchema = z.object({ sales: z.int(), ...amounts })
export type SaleTotals = z.infer<typeof totalsSchema>

const filter = {
  month: readBy(salesSearchFields.month, z.string().optional()),
  kind: readBy(salesSearchFields.kind, z.enum(saleKinds).optional()),
  state: readBy(salesSearchFields.state, z.enum(saleStates).optional()),
}

export const listSales = endpoint('GET /api/artist/sales', {
  by: 'artist',
  summary: "A page of the caller's sales and paid commissions, the newest first, with their sums.",
  input: z.object({
    ...filter,
    page: pageField(salesSearchFields.page, lastSalesPage),
  }),
  output: pageOf({
    sales: z.array(saleSchema),
    /** The sums of all pages. */
    totals: totalsSchema,
    /** The parts of the artist's share in these totals. */
    heldPence: z.int(),
    /** Those with sales, the newest first, whatever is filtered. */
    months: z.array(monthSchema),
  }),
})
export type SaleList = z.infer<(typeof listSales)['output']>

export const getSalesSummary = endpoint('GET /api/artist/sales/summary', {
  by: 'artist',
  summary: 'What the caller has earned, by month and in all, and what is held or waits.',
  input: z.object({}),
  output: z.object({
    /** The present one, in London. */
    month: monthSchema,
    monthPence: z.int(),
    earnedPence: z.int(),
    /** For commissions that are not decided yet. */
    held: totalsSchema,
    /** Earned, and not transferred yet; `waiting` is a part of it. */
    unsent: totalsSchema,
    waiting: totalsSchema,
    /** Why the oldest of them waits. */
    waitsFor: z.string().nullable(),
    /** The last twelve, the present one last. */
    months: z.array(
      z.object({
        month: monthSchema,
        sales: z.int(),
        trackPence: z.int(),
        commissionPence: z.int(),
      }),
    ),
  }),
})
export type SalesSummary = z.infer<(typeof getSalesSummary)['output']>

export const downloadSales = endpoint('GET /api/artist/sales.csv', {
  by: 'artist',
  summary: "The caller's sales and paid commissions as a CSV file, the oldest first.",
  produces: 'text/csv',
  refusals: ['too_many_exports'],
  input: z.object(filter),
  output: z.unknown(),
})
