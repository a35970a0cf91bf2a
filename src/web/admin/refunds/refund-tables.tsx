// Requests for refunds, refunds that have not arrived, and what one receipt has sold.

import type { FoundRefundSummary } from '#contracts/admin/found-refunds.ts'
import type { AdminRefundRequest, UnmadeRefund } from '#contracts/admin/refund-requests.ts'
import type { Sold } from '#contracts/admin/refunds.ts'
import {
  adminFoundRefundPath,
  adminOwedPath,
  adminRefundRequestPath,
  adminSalePath,
  adminUserPath,
} from '#rules/admin/admin-paths.ts'
import { refundReasonNames } from '#rules/orders/refund-request.ts'
import { formatPence } from '#rules/price.ts'
import { DateText, DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { owedStatusLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'

const foundColumns = ['Found', 'Customer', 'Payment', 'At the card provider', 'Next'] as const

export function FoundRefundsTable({ refunds }: { refunds: readonly FoundRefundSummary[] }) {
  return (
    <AdminTable caption="Refunds made at the card provider" columns={foundColumns}>
      {refunds.map(({ id, customer, receiptNumber, paidPence, foundAt }) => (
        <tr key={id}>
          <Cell label="Found">
            <DateText iso={foundAt} />
          </Cell>
          <Cell label="Customer">
            <CustomerLink {...customer} />
          </Cell>
          <Cell label="Payment">
            {formatPence(paidPence)}
            {receiptNumber !== null && `, ${receiptNumber}`}
          </Cell>
          <Cell label="At the card provider">{id}</Cell>
          <Cell label="Next">
            <PageLink href={adminFoundRefundPath(id)}>
              Say what it was for<span className="sr-only"> ({id})</span>
            </PageLink>
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

const requestColumns = ['Asked', 'Customer', 'Track', 'Amount', 'What is wrong', 'Next'] as const

export function RequestsTable({ requests }: { requests: readonly AdminRefundRequest[] }) {
  return (
    <AdminTable caption="Requests for refunds" columns={requestColumns}>
      {requests.map(({ id, sale, reason, requestedAt }) => (
        <tr key={id}>
          <Cell label="Asked">
            <DateText iso={requestedAt} />
          </Cell>
          <Cell label="Customer">
            <CustomerLink {...sale.customer} />
          </Cell>
          <Cell label="Track">
            <bdi>{sale.title}</bdi>
          </Cell>
          <Cell label="Amount">{formatPence(sale.leftPence)}</Cell>
          <Cell label="What is wrong">{refundReasonNames[reason]}</Cell>
          <Cell label="Next">
            <PageLink href={adminRefundRequestPath(id)}>
              Decide<span className="sr-only"> about {sale.title}</span>
            </PageLink>
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

const refundColumns = ['Since', 'Customer', 'What for', 'Amount', 'State', 'Next'] as const

export function RefundsTable({ refunds }: { refunds: readonly UnmadeRefund[] }) {
  return (
    <AdminTable caption="Refunds that have not arrived" columns={refundColumns}>
      {refunds.map((refund) => (
        <tr key={refund.id}>
          <Cell label="Since">
            <DateText iso={refund.createdAt} />
          </Cell>
          <Cell label="Customer">
            <CustomerLink {...refund.customer} />
          </Cell>
          <Cell label="What for">
            <bdi>{refund.title ?? 'A second payment'}</bdi>
          </Cell>
          <Cell label="Amount">{formatPence(refund.pence)}</Cell>
          <Cell label="State">
            {owedStatusLabels[refund.status]}
            {refund.problem !== null && <small>{refund.problem}</small>}
          </Cell>
          <Cell label="Next">
            <NextStep refund={refund} />
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

function NextStep({ refund: { id, status, title, dueAt } }: { refund: UnmadeRefund }) {
  const label = status === 'failed' ? 'Pay it in another way, and settle it' : 'Look at it'
  return (
    <>
      {dueAt !== null && (
        <>
          Tried again on <DateTimeText iso={dueAt} />.{' '}
        </>
      )}
      <PageLink href={adminOwedPath('refund', id)}>
        {label}
        <span className="sr-only"> ({title ?? id})</span>
      </PageLink>
    </>
  )
}

const saleColumns = ['What', 'Artist', 'Price', 'Given back', 'Next'] as const

export function SalesOfReceipt({ sales }: { sales: readonly Sold[] }) {
  return (
    <AdminTable caption="What the receipt has sold" columns={saleColumns}>
      {sales.map((sale) => (
        <tr key={sale.id}>
          <Cell label="What">
            <bdi>{sale.title}</bdi>
          </Cell>
          <Cell label="Artist">
            <bdi>{sale.artist.name}</bdi>
          </Cell>
          <Cell label="Price">{formatPence(sale.pricePence)}</Cell>
          <Cell label="Given back">{formatPence(sale.refundedPence)}</Cell>
          <Cell label="Next">
            <PageLink href={adminSalePath(sale.id)}>
              {sale.leftPence > 0 ? 'Refund' : 'Look at it'}
              <span className="sr-only"> ({sale.title})</span>
            </PageLink>
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

function CustomerLink({ id, name }: { id: string; name: string }) {
  return (
    <PageLink href={adminUserPath(id)}>
      <bdi>{name}</bdi>
    </PageLink>
  )
}
