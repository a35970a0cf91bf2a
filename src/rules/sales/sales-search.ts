// The parameters that the URL of an artist's sales may contain, for the page and for the endpoints. An invalid value is
// read as none.

import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'
import { monthPattern } from './sale-months.ts'
import { saleKinds, saleStates, type SaleKind, type SaleState } from './sale-process.ts'

export const salesPageSize = 50
export const lastSalesPage = 100_000

export type SalesFilter = {
  /** '2026-11' */
  month?: string
  kind?: SaleKind
  state?: SaleState
}
export type SalesSearch = SalesFilter & { page: number }

export const salesSearchFields = {
  month: (value: unknown): string | undefined =>
    typeof value === 'string' && monthPattern.test(value) ? value : undefined,
  kind: (value: unknown): SaleKind | undefined => saleKinds.find((kind) => kind === value),
  state: (value: unknown): SaleState | undefined => saleStates.find((state) => state === value),
  page(value: unknown): number {
    const page = Number(value)
    return Number.isInteger(page) && page <= lastSalesPage ? Math.max(page, 1) : 1
  },
}

export function readSalesSearch(params: URLSearchParams): SalesSearch {
  const fields = salesSearchFields
  const [month, kind, state] = [
    fields.month(params.get('month')),
    fields.kind(params.get('kind')),
    fields.state(params.get('state')),
  ]
  return {
    ...(month === undefined ? {} : { month }),
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
    page: fields.page(params.get('page')),
  }
}

/** Default values are left out: every sale, and the first page. */
export function artistSalesPath({ page = 1, ...filter }: Partial<SalesSearch> = {}): string {
  return withQuery(pageRoutes.artistSales, { ...filter, page: laterPage(page) })
}
