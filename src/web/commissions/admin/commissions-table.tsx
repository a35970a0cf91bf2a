// Every commission, as admins look for them.

import type { CommissionSummary } from '#contracts/commissions/commission.ts'
import { adminUserPath } from '#rules/admin/admin-paths.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { formatPence } from '#rules/price.ts'
import { AdminTable, Cell } from '#web/admin/admin-table.tsx'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { nextStepFor } from '../commission-facts.ts'
import { adminStatusNames, markNames } from './admin-commission-names.ts'
import { ageText } from './age-text.ts'

const columns = ['Name', 'Customer', 'Artist', 'State', 'Price', 'Age', 'By']

export function CommissionsTable({ commissions }: { commissions: readonly CommissionSummary[] }) {
  return (
    <AdminTable caption="Commissions" columns={columns}>
      {commissions.map((commission) => (
        <Row key={commission.id} commission={commission} />
      ))}
    </AdminTable>
  )
}

function Row({ commission }: { commission: CommissionSummary }) {
  const { id, name, offerTitle, customer, artist, createdAt, readAt } = commission
  const { at } = nextStepFor(commission, 'admin')
  return (
    <tr>
      <Cell label="Name">
        <PageLink href={commissionPath(id)}>
          <bdi>{name}</bdi>
        </PageLink>
        {offerTitle !== null && (
          <p className="commission-hint">
            <bdi>{offerTitle}</bdi>
          </p>
        )}
      </Cell>
      {[customer, artist].map((party, index) => (
        <Cell key={party.id} label={index === 0 ? 'Customer' : 'Artist'}>
          <PageLink href={adminUserPath(party.id)}>
            <bdi>{party.name}</bdi>
          </PageLink>
        </Cell>
      ))}
      <Cell label="State">
        {adminStatusNames[commission.status]}
        <Marks commission={commission} />
      </Cell>
      <Cell label="Price">{formatPence(commission.customerCommissionPricePence)}</Cell>
      <Cell label="Age">{ageText(createdAt, readAt)}</Cell>
      <Cell label="By">{at === null ? '–' : <DateTimeText iso={at} />}</Cell>
    </tr>
  )
}

function Marks({ commission }: { commission: CommissionSummary }) {
  const { isFrozen, isDisputed, hasTransferFailed, hasRefundFailed } = commission
  const marks = [
    isFrozen && markNames.frozen,
    isDisputed && markNames.disputed,
    hasTransferFailed && markNames.transfer_failed,
    hasRefundFailed && markNames.refund_failed,
  ].filter((mark) => mark !== false)
  if (marks.length === 0) return null
  return <p className="admin-mark">{marks.join(', ')}</p>
}
