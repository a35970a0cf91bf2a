// Endpoints of the platform report: what the tax authority is told of artists for a year.

import { z } from 'zod'
import { adminSearchFields } from '#rules/admin/admin-search.ts'
import { reportabilities } from '#rules/platform-report/report-rules.ts'
import { quarters } from '#rules/platform-report/report-years.ts'
import { monthPattern } from '#rules/sales/sale-months.ts'
import { vatModes } from '#rules/vat/vat-terms.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readBy } from '../lists.ts'
import { adminPageField } from './audit-log.ts'
import { vatPaymentSchema } from './vat-payments.ts'

const fields = adminSearchFields.reporting

const chosen = {
  /** By default the present one, and in January the one before. */
  year: readBy(fields.year, z.int().optional()),
  /** By default all of the year. */
  quarter: readBy(fields.quarter, z.literal([...quarters]).optional()),
}

/** The figures of the quarter, or of the year. */
const figuresSchema = z.object({
  sales: z.int(),
  considerationPence: z.int(),
  feePence: z.int(),
})
export type ShownFigures = z.infer<typeof figuresSchema>

const reportedArtistSchema = z.object({
  artist: z.object({
    id: z.string(),
    name: z.string(),
    isDeleted: z.boolean(),
    isBanned: z.boolean(),
  }),
  /** At the card provider; null if there is none. */
  accountId: z.string().nullable(),
  /** What the account was last seen to lack there. */
  missing: z.array(z.string()),
  /** For the whole year. */
  reportability: z.enum(reportabilities),
  services: figuresSchema,
  licences: figuresSchema,
  /** The latest copy that the artist got of the year. */
  copy: z.object({ number: z.int(), madeAt: z.iso.datetime() }).nullable(),
})
export type ReportedArtist = z.infer<typeof reportedArtistSchema>

export const listReportedArtists = endpoint('GET /api/proxy/admin/reporting', {
  by: 'admin',
  summary:
    'A page of what is reported of artists for a year or a quarter, those who are reportable first, with the sums of all.',
  input: z.object({ ...chosen, page: adminPageField }),
  output: pageOf({
    year: z.int(),
    /** Those that can be chosen, the latest first. */
    years: z.array(z.int()),
    artists: z.array(reportedArtistSchema),
    total: z.int(),
    totals: z.object({ services: figuresSchema, licences: figuresSchema }),
  }),
})
export type ReportedArtists = z.infer<(typeof listReportedArtists)['output']>

export const downloadPlatformReport = endpoint('GET /api/proxy/admin/reporting.csv', {
  by: 'admin',
  summary:
    'What is reported of all artists for a year or a quarter, as a CSV file; the audit log says who has saved it.',
  produces: 'text/csv',
  input: z.object(chosen),
  output: z.unknown(),
})

const vatMonthSchema = z.object({
  /** '2026-11', in London. */
  month: z.string().regex(monthPattern),
  mode: z.enum(vatModes).exclude(['none']),
  /** In hundredths of a per cent. */
  rate: z.int(),
  netPence: z.int(),
  vatPence: z.int(),
  /** By refunds, of sales of any month. */
  returnedNetPence: z.int(),
  returnedVatPence: z.int(),
})
export type VatOfMonth = z.infer<typeof vatMonthSchema>

export const listVatMonths = endpoint('GET /api/proxy/admin/reporting/vat', {
  by: 'admin',
  summary:
    'The VAT that sales of a year have contained, what refunds have returned, by month, and what was paid.',
  input: z.object({ year: chosen.year }),
  output: z.object({
    year: z.int(),
    months: z.array(vatMonthSchema),
    /** For returns that end in the year, and those that were paid in it, the latest first. */
    payments: z.array(vatPaymentSchema),
    /** What the ledger owes the tax authority now, of all years; below zero if more was paid. */
    owedPence: z.int(),
  }),
})
export type VatOfYear = z.infer<(typeof listVatMonths)['output']>
