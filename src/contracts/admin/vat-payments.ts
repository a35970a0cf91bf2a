// Endpoints of what was paid to the tax authority: an admin says so, because the app cannot know it.

import { z } from 'zod'
import { referenceBlank } from '#rules/errors/admin-errors.ts'
import { maxReferenceLength } from '#rules/payments/payment-process.ts'
import { parsePounds } from '#rules/price.ts'
import { monthPattern } from '#rules/sales/sale-months.ts'
import { codeSchema } from '../accounts/two-factor.ts'
import { endpoint } from '../endpoint.ts'
import { noteSchema } from '../reason.ts'
import { writtenLine } from '../written-text.ts'

/** As a person types it, in pounds. */
const amountSchema = z
  .string('Please enter an amount')
  .refine((text) => (parsePounds(text) ?? 0) > 0, 'Please enter an amount, like 25 or 25.50')
  .transform((text) => parsePounds(text) ?? 0)

const monthSchema = z
  .string('Please enter a month')
  .regex(monthPattern, 'Please enter a month, like 2026-11')

const payment = {
  amount: amountSchema,
  /** The first and the last month of the return. */
  from: monthSchema,
  until: monthSchema,
  /** In London. */
  paidOn: z.iso.date('Please enter a day, like 2026-11-28'),
  reference: writtenLine({ blank: referenceBlank, longest: maxReferenceLength }),
}

export const vatPaymentSchema = z.object({
  id: z.string(),
  from: monthSchema,
  until: monthSchema,
  pence: z.int(),
  reference: z.string(),
  paidOn: z.iso.date(),
  /** The admin who has recorded it. */
  recordedBy: z.string(),
})
export type VatPayment = z.infer<typeof vatPaymentSchema>

export const previewVatPayment = endpoint('GET /api/proxy/admin/vat-payments/preview', {
  by: 'admin',
  summary: 'What recording this payment of VAT would book, and what would be owed then.',
  refusals: ['more_than_vat_owed', 'vat_dates_impossible', 'vat_payment_recorded'],
  input: z.object(payment),
  output: z.object({
    pence: z.int(),
    /** With the names that the ledger has for its accounts. */
    postings: z.array(z.object({ account: z.string(), pence: z.int() })),
    owedAfterPence: z.int(),
  }),
})
export type VatPaymentPreview = z.infer<(typeof previewVatPayment)['output']>

export const recordVatPayment = endpoint('POST /api/proxy/admin/vat-payments', {
  by: 'admin',
  summary: 'Records what was paid to the tax authority from the operator’s bank.',
  refusals: [
    'wrong_code',
    'code_repeated',
    'too_many_codes',
    'more_than_vat_owed',
    'vat_dates_impossible',
    'vat_payment_recorded',
  ],
  input: z.object({ ...payment, note: noteSchema, code: codeSchema }),
  output: z.object({ id: z.string() }),
})
