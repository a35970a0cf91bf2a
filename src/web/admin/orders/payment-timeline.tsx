// What has become of a payment, step by step, with what the ledger has booked.

import type { PaymentTimelineStep } from '#contracts/admin/payments.ts'
import {
  adminBankDisputePath,
  adminDebtPath,
  adminOwedPath,
  adminRefundRequestPath,
  adminUserPath,
} from '#rules/admin/admin-paths.ts'
import { refundReasonNames, refundRequestStatusNames } from '#rules/orders/refund-request.ts'
import { ledgerAccounts } from '#rules/payments/ledger-accounts.ts'
import { formatPence } from '#rules/price.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import {
  debtCauseLabels,
  owedStatusLabels,
  reversalStatusLabels,
  timelineStepLabels,
} from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { bankDisputeStatusNames, reasonName } from '../bank-disputes/bank-dispute-names.ts'

const columns = ['When', 'What', 'Amount', 'Details']

export function PaymentTimeline({ steps }: { steps: readonly PaymentTimelineStep[] }) {
  return (
    <AdminTable caption="Every row of money, the oldest first" columns={columns}>
      {steps.map((step) => (
        <tr key={step.key}>
          <Cell label="When">
            <DateTimeText iso={step.at} />
          </Cell>
          <Cell label="What">
            <StepName step={step} />
          </Cell>
          <Cell label="Amount">{step.pence === null ? '' : formatPence(step.pence)}</Cell>
          <Cell label="Details">
            <StepDetails step={step} />
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

function StepName({ step: told }: { step: PaymentTimelineStep }) {
  const { step, person } = told
  const label = timelineStepLabels[step]
  const path = pathOf(told)
  return (
    <>
      {path === null ? label : <PageLink href={path}>{label}</PageLink>}
      {person !== null && (
        <>
          {step.startsWith('transfer') ? ' to ' : ': '}
          <PageLink href={adminUserPath(person.id)}>
            <bdi>{person.name}</bdi>
          </PageLink>
        </>
      )}
    </>
  )
}

/** Null where a step has no page of its own: what has become of a reversal that is no debt stands here. */
function pathOf({ owed, row }: PaymentTimelineStep): string | null {
  if (owed !== null) return adminOwedPath(owed.kind, owed.id)
  if (row === null) return null
  if (row.kind === 'bank_dispute') return adminBankDisputePath(row.id)
  if (row.kind === 'refund_request') return adminRefundRequestPath(row.id)
  return row.isDebt ? adminDebtPath(row.id) : null
}

type Row = NonNullable<PaymentTimelineStep['row']>

function RowDetails({ row }: { row: Row }) {
  if (row.kind === 'bank_dispute')
    return (
      <p>
        Now: {bankDisputeStatusNames[row.status]}. Reason: {reasonName(row.reason)}
      </p>
    )
  if (row.kind === 'refund_request')
    return (
      <p>
        Now: {refundRequestStatusNames[row.status]}. Reason: {refundReasonNames[row.reason]}
      </p>
    )
  return (
    <>
      <p>
        Now: {reversalStatusLabels[row.status]}. Because of: {debtCauseLabels[row.cause]}
      </p>
      {row.problem !== null && <p className="user-text">{row.problem}</p>}
    </>
  )
}

function StepDetails({ step: { owed, row, providerId, entries } }: { step: PaymentTimelineStep }) {
  return (
    <>
      {owed !== null && <p>Now: {owedStatusLabels[owed.status]}</p>}
      {owed?.problem && <p className="user-text">{owed.problem}</p>}
      {row !== null && <RowDetails row={row} />}
      {providerId !== null && <code>{providerId}</code>}
      {entries.length > 0 && (
        <ul>
          {entries.map(({ id, account, artist, pence }) => (
            <li key={id}>
              {ledgerAccounts[account].label}
              {artist !== null && (
                <>
                  {' '}
                  (<bdi>{artist.name}</bdi>)
                </>
              )}
              : {pence < 0 ? 'credit' : 'debit'} {formatPence(Math.abs(pence))}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
