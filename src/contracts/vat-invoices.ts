// Endpoints of one of an artist's invoices for the platform's fees, with their VAT. The list of all papers has them.

import { z } from 'zod'
import { monthPattern } from '#rules/sales/sale-months.ts'
import {
  lastVatLinesPage,
  vatInvoiceKinds,
  vatInvoiceNumberPattern,
  vatInvoiceSearchFields,
  vatLinesShown,
} from '#rules/vat/vat-invoices.ts'
import { endpoint } from './endpoint.ts'
import { pageField, pageOf, readBy } from './lists.ts'

const numberSchema = z.string().regex(vatInvoiceNumberPattern)

export const getVatInvoice = endpoint('GET /api/artist/vat-invoices/{invoice}', {
  by: 'user',
  isOpenToBanned: true,
  summary:
    "An invoice for the platform's fees with a page of its lines, for its artist and for admins.",
  refusals: ['not_found'],
  input: z.object({
    invoice: numberSchema,
    page: pageField(vatInvoiceSearchFields.page, lastVatLinesPage),
    /** Every line on one page. */
    lines: readBy(vatInvoiceSearchFields.lines, z.enum(vatLinesShown).optional()),
  }),
  output: pageOf({
    number: numberSchema,
    kind: z.enum(vatInvoiceKinds),
    month: z.string().regex(monthPattern),
    issuedAt: z.iso.datetime(),
    /** The sum of all lines. */
    netPence: z.int(),
    vatPence: z.int(),
    lineCount: z.int(),
    /** Both as they were called when it was made. */
    seller: z.object({ name: z.string(), address: z.array(z.string()), vatNumber: z.string() }),
    artist: z.object({ name: z.string(), email: z.string() }),
    lines: z.array(
      z.object({
        /** The id of the refund, or of the sale. */
        id: z.uuid(),
        title: z.string(),
        at: z.iso.datetime(),
        /** What went back of a fee. */
        isRefund: z.boolean(),
        /** The invoice that a line of a credit note takes back from. */
        corrects: numberSchema.nullable(),
        /** In hundredths of a per cent. */
        rate: z.int(),
        /** Below zero: what went back before the invoice was made. */
        netPence: z.int(),
        vatPence: z.int(),
      }),
    ),
  }),
})
export type VatInvoice = z.infer<(typeof getVatInvoice)['output']>

export const downloadVatInvoice = endpoint('GET /api/artist/vat-invoices/{invoice}/csv', {
  by: 'user',
  isOpenToBanned: true,
  summary: "An invoice for the platform's fees with all of its lines as a CSV file.",
  produces: 'text/csv',
  refusals: ['not_found'],
  input: z.object({ invoice: numberSchema }),
  output: z.unknown(),
})
