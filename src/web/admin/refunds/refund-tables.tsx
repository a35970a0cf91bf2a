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
import { nextOfFoundRefund, nextOfOwed, nextOfRequest } from '#rules/admin/next-steps.ts'
import { refundReasonNames } from '#rules/orders/refund-request.ts'
import { formatPence } from '#rules/price.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { owedStatusLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { TaskCells, taskColumns } from '../tasks/task.tsx'

const foundColumns = ['Customer', 'Payment', 'At the card provider', ...taskColumns] as const

export function FoundRefundsTable({ refunds }: { refunds: readonly FoundRefundSummary[] }) {
  return (
    <AdminTable caption="Refunds made at the card provider" columns={foundColumns}>
      {refunds.map(({ id, customer, receiptNumber, paidPence, task }) => (
        <tr key={id}>
          <Cell label="Customer">
            <CustomerLink {...customer} />
          </Cell>
          <Cell label="Payment">
            {formatPence(paidPence)}
            {receiptNumber !== null && `, ${receiptNumber}`}
          </Cell>
          <Cell label="At the card provider">{id}</Cell>
          <TaskCells
            kind="found_refund"
            id={id}
            about={id}
            task={task}
            next={nextOfFoundRefund({ isAssigned: false, madeTwice: null })}
            href={adminFoundRefundPath(id)}
          />
        </tr>
      ))}
    </AdminTable>
  )
}

const requestColumns = ['Customer', 'Track', 'Amount', 'What is wrong', ...taskColumns] as const

export function RequestsTable({ requests }: { requests: readonly AdminRefundRequest[] }) {
  return (
    <AdminTable caption="Requests for refunds" columns={requestColumns}>
      {requests.map(({ sale, ...request }) => (
        <tr key={request.id}>
          <Cell label="Customer">
            <CustomerLink {...sale.customer} />
          </Cell>
          <Cell label="Track">
            <bdi>{sale.title}</bdi>
          </Cell>
          <Cell label="Amount">{formatPence(sale.leftPence)}</Cell>
          <Cell label="What is wrong">{refundReasonNames[request.reason]}</Cell>
          <TaskCells
            kind="refund_request"
            id={request.id}
            about={sale.title}
            task={request.task}
            next={nextOfRequest(request)}
            href={adminRefundRequestPath(request.id)}
          />
        </tr>
      ))}
    </AdminTable>
  )
}

const refundColumns = ['Customer', 'What for', 'Amount', 'State', ...taskColumns] as const

export function RefundsTable({ refunds }: { refunds: readonly UnmadeRefund[] }) {
  return (
    <AdminTable caption="Refunds that have not arrived" columns={refundColumns}>
      {refunds.map((refund) => (
        <tr key={refund.id}>
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
          <TaskCells
            kind="refund"
            id={refund.id}
            about={refund.title ?? refund.id}
            task={refund.task}
            next={nextOfOwed({ ...refund, kind: 'refund' })}
            href={adminOwedPath('refund', refund.id)}
          />
        </tr>
      ))}
    </AdminTable>
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
