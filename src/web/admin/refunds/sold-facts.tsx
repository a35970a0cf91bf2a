// What was sold, to whom, and what is left of it.

import type { ReactNode } from 'react'
import type { Sold } from '#contracts/admin/refunds.ts'
import { adminUserPath } from '#rules/admin/admin-paths.ts'
import { receiptPath } from '#rules/page-paths.ts'
import { formatPence } from '#rules/price.ts'
import { saleKindNames } from '#rules/sales/sale-texts.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Fact } from '../fact.tsx'

/** @param children further facts */
export function SoldFacts({ sale, children }: { sale: Sold; children?: ReactNode }) {
  return (
    <Panel>
      <dl className="admin-facts">
        <Fact label={saleKindNames[sale.kind]}>
          <bdi>{sale.title}</bdi>
        </Fact>
        <Fact label="Customer">
          <Person {...sale.customer} />
        </Fact>
        <Fact label="Artist">
          <Person {...sale.artist} />
        </Fact>
        <Fact label="Paid">
          {formatPence(sale.pricePence)}, <DateText iso={sale.paidAt} />
        </Fact>
        <Fact label="Given back">{formatPence(sale.refundedPence)}</Fact>
        <Fact label="Left">{formatPence(sale.leftPence)}</Fact>
        {sale.receiptNumber !== null && (
          <Fact label="Receipt">
            <PageLink href={receiptPath(sale.receiptNumber)}>{sale.receiptNumber}</PageLink>
          </Fact>
        )}
        {children}
      </dl>
    </Panel>
  )
}

function Person({ id, name }: { id: string; name: string }) {
  return (
    <PageLink href={adminUserPath(id)}>
      <bdi>{name}</bdi>
    </PageLink>
  )
}
