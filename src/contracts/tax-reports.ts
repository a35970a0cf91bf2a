// Endpoints of an artist's copies of the platform report.

import { z } from 'zod'
import { saleKinds } from '#rules/sales/sale-process.ts'
import { quarters } from '#rules/platform-report/report-years.ts'
import { endpoint } from './endpoint.ts'

const copy = {
  id: z.uuid(),
  year: z.int(),
  /** The latest of a year counts: it corrects those before it. */
  number: z.int(),
  madeAt: z.iso.datetime(),
}

/** As they are stored with a copy. */
export const reportFiguresSchema = z.array(
  z.object({
    quarter: z.literal([...quarters]),
    kind: z.enum(saleKinds),
    sales: z.int(),
    creditedPence: z.int(),
    takenBackPence: z.int(),
    feePence: z.int(),
  }),
)

export const reportOperatorSchema = z.object({ name: z.string(), address: z.array(z.string()) })

const taxReportSchema = z.object({
  ...copy,
  /** Whether a later copy of the year corrects it. */
  isCorrected: z.boolean(),
  operator: reportOperatorSchema,
  accountId: z.string().nullable(),
  figures: reportFiguresSchema,
})
export type TaxReport = z.infer<typeof taxReportSchema>

export const listTaxReports = endpoint('GET /api/artist/tax-reports', {
  by: 'artist',
  isOpenToBanned: true,
  summary: 'The caller’s copies of what the platform has reported of them, the latest first.',
  input: z.object({}),
  output: z.object({ reports: z.array(z.object(copy)) }),
})
export type TaxReports = z.infer<(typeof listTaxReports)['output']>

export const getTaxReport = endpoint('GET /api/artist/tax-reports/{id}', {
  by: 'artist',
  isOpenToBanned: true,
  summary: 'One of the caller’s copies of what the platform has reported of them.',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: taxReportSchema,
})
