// One of an artist's copies of the platform report. The list of all papers has them.

import { z } from 'zod'
import { saleKinds } from '#rules/sales/sale-process.ts'
import { quarters } from '#rules/platform-report/report-years.ts'
import { endpoint } from './endpoint.ts'

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
  id: z.uuid(),
  year: z.int(),
  /** The latest of a year counts: it corrects those before it. */
  number: z.int(),
  madeAt: z.iso.datetime(),
  /** Whether a later copy of the year corrects it. */
  isCorrected: z.boolean(),
  operator: reportOperatorSchema,
  accountId: z.string().nullable(),
  figures: reportFiguresSchema,
})
export type TaxReport = z.infer<typeof taxReportSchema>

export const getTaxReport = endpoint('GET /api/artist/tax-reports/{id}', {
  by: ['artist', 'admin'],
  isOpenToBanned: true,
  summary: 'A copy of what the platform has reported of an artist, for the artist and for admins.',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: taxReportSchema,
})
