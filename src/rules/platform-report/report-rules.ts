// What the platform reports of artists to the tax authority, and of whom: a rule of the operator, which an adviser has to
// confirm (docs/operations.md).

import type { SaleKind } from '../sales/sale-process.ts'

/** What each kind of sale is under the rules for digital platforms. */
export const activityNames: Record<SaleKind, string> = {
  commission: 'Personal services: commissions',
  track: 'Licences of tracks',
}

/** Of a quarter or a year, of one artist and kind of sale, or of all; in pence. */
export type ReportFigures = {
  /** The number of sales for which the artist was credited something. */
  sales: number
  creditedPence: number
  takenBackPence: number
  feePence: number
}

/** What was paid or credited to the artist, less what was taken back in the same time. */
export function considerationPence({
  creditedPence,
  takenBackPence,
}: Pick<ReportFigures, 'creditedPence' | 'takenBackPence'>): number {
  return creditedPence - takenBackPence
}

export const reportabilities = ['services', 'former_services', 'licences'] as const
export type Reportability = (typeof reportabilities)[number]

/**
 * Whether an artist is reported for a year follows from personal services alone, however few they are: thresholds are for
 * goods.
 */
export function reportabilityOf(services: { sales: number; pence: number }): Reportability {
  if (services.sales > 0) return 'services'
  return services.pence === 0 ? 'licences' : 'former_services'
}

export function isReportable(reportability: Reportability): boolean {
  return reportability === 'services'
}

export const reportabilityReasons: Record<Reportability, string> = {
  services: 'Paid for commissions, which are personal services',
  former_services: 'Only commissions of earlier years were given back: ask your adviser',
  licences: 'Licences of tracks are no relevant activity',
}
