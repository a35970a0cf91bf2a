import type { Generated } from 'kysely'
import type { SaleKind } from '#rules/sales/sale-process.ts'
import type { BigInteger } from './column-types.ts'

export type ReportTables = {
  /** What the platform reports of an artist for a quarter, by kind of sale. */
  platform_report_quarters: {
    year: number
    quarter: number
    artist_id: string
    kind: SaleKind
    sales: number
    credited_pence: BigInteger
    taken_back_pence: BigInteger
    fee_pence: BigInteger
  }
  /** The sums of a year: commissions are services, tracks are licences. */
  platform_report_years: {
    year: number
    artist_id: string
    service_sales: number
    service_pence: BigInteger
    service_fee_pence: BigInteger
    licence_sales: number
    licence_pence: BigInteger
    licence_fee_pence: BigInteger
  }
  /** What artists got of it; never changed. */
  platform_report_copies: {
    id: Generated<string>
    artist_id: string
    year: number
    number: number
    figures: unknown
    operator: unknown
    provider_account_id: string | null
    made_at: Date
  }
}
