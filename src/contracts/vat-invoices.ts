// Endpoints of an artist's invoices for the platform's fees, with their VAT.

import { z } from 'zod'
import { monthPattern } from '#rules/sales/sale-months.ts'
import { vatInvoiceKinds, vatInvoiceNumberPattern } from '#rules/vat/vat-invoices.ts'
import { endpoint } from './endpoint.ts'

const numberSchema = z.string().regex(vatInvoiceNumberPattern)

const summary = {
  number: numberSchema,
  kind: z.enum(vatInvoiceKinds),
  month: z.string().regex(monthPattern),
  issuedAt: z.iso.datetime(),
  netPence: z.int(),
  vatPence: z.int(),
}

export const listVatInvoices = endpoint('GET /api/artist/vat-invoices', {
  by: 'artist',
  summary: "The caller's invoices and credit notes for the platform's fees, the newest first.",
  input: z.object({}),
  output: z.object({ invoices: z.array(z.object(summary)) }),
})
export type VatInvoiceList = z.infer<(typeof listVatInvoices)['output']>

export const getVatInvoice = endpoint('GET /api/artist/vat-invoices/{invoice}', {
  by: 'user',
  summary: "An invoice for the platform's fees, for its artist and for admins.",
  refusals: ['not_found'],
  input: z.object({ invoice: numberSchema }),
  output: z.object({
    ...summary,
    /** Both as they were called when it was made. */
    seller: z.object({ name: z.string(), address: z.array(z.string()), vatNumber: z.string() }),
    artist: z.object({ name: z.string(), email: z.string() }),
    lines: z.array(
      z.object({
        /** Of the refund, or of the sale. */
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
