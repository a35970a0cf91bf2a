// What has become of a payment, step by step, with what the ledger has booked.

import type { PaymentTimelineStep } from '#contracts/admin/payments.ts'
import { adminOwedPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { ledgerAccounts } from '#rules/payments/ledger-accounts.ts'
import { formatPence } from '#rules/price.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { owedStatusLabels, timelineStepLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'

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

function StepName({ step: { step, owed, person } }: { step: PaymentTimelineStep }) {
  const label = timelineStepLabels[step]
  return (
    <>
      {owed === null ? (
        label
      ) : (
        <PageLink href={adminOwedPath(owed.kind, owed.id)}>{label}</PageLink>
      )}
      {person !== null && (
        <>
          {' '}
          to{' '}
          <PageLink href={adminUserPath(person.id)}>
            <bdi>{person.name}</bdi>
          </PageLink>
        </>
      )}
    </>
  )
}

function StepDetails({ step: { owed, providerId, entries } }: { step: PaymentTimelineStep }) {
  return (
    <>
      {owed !== null && <p>Now: {owedStatusLabels[owed.status]}</p>}
      {owed?.problem && <p className="user-text">{owed.problem}</p>}
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
