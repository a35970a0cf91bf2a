// The conditions of the filters of sales.

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  isUnsent,
  saleKinds,
  saleProcess,
  type SaleKind,
  type SaleState,
  type SaleStatus,
} from '#rules/sales/sale-process.ts'
import type { SalesFilter } from '#rules/sales/sales-search.ts'

export function kindsOf({ kind }: SalesFilter): readonly SaleKind[] {
  return kind === undefined ? saleKinds : [kind]
}

/** The status of all sales in the state; undefined for every status. */
export function statusOf({ state }: SalesFilter): SaleStatus | undefined {
  return state === undefined ? undefined : statusIn(state)
}

function statusIn(state: SaleState): SaleStatus {
  return isUnsent(state) ? saleProcess.steps.release.to : state
}

/** For a query of sales: those of the months from the first to the last, which are null where nothing bounds them. */
export function inMonths({
  from,
  to,
}: {
  from: string | null
  to: string | null
}): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    ${from === null ? sql`true` : sql`counted_at >= ${startOfMonth(from)}`}
    and ${to === null ? sql`true` : sql`counted_at < ${endOfMonth(to)}`}
  )`
}

function startOfMonth(month: string): RawBuilder<Date> {
  return sql<Date>`(${`${month}-01`}::timestamp at time zone 'Europe/London')`
}

function endOfMonth(month: string): RawBuilder<Date> {
  return sql<Date>`((${`${month}-01`}::timestamp + interval '1 month') at time zone 'Europe/London')`
}
