import type { UnsentTransfer } from '#contracts/admin/owed-money.ts'
import { adminOwedPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { formatPence } from '#rules/price.ts'
import { DateText, DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { owedStatusLabels } from '../admin-labels.ts'
import { AdminTable, Cell } from '../admin-table.tsx'

const columns = ['Since', 'Artist', 'Amount', 'State', 'Next']

export function TransfersTable({ transfers }: { transfers: readonly UnsentTransfer[] }) {
  return (
    <AdminTable caption="Transfers that were not sent" columns={columns}>
      {transfers.map((transfer) => (
        <tr key={transfer.id}>
          <Cell label="Since">
            <DateText iso={transfer.createdAt} />
          </Cell>
          <Cell label="Artist">
            <PageLink href={adminUserPath(transfer.artist.id)}>
              <bdi>{transfer.artist.name}</bdi>
            </PageLink>
          </Cell>
          <Cell label="Amount">{formatPence(transfer.pence)}</Cell>
          <Cell label="State">
            {owedStatusLabels[transfer.status]}
            {transfer.problem !== null && <small>{transfer.problem}</small>}
          </Cell>
          <Cell label="Next">
            <NextStep transfer={transfer} />
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

function NextStep({ transfer: { id, status, artist, dueAt } }: { transfer: UnsentTransfer }) {
  return (
    <>
      {dueAt !== null && (
        <>
          Tried again on <DateTimeText iso={dueAt} />.{' '}
        </>
      )}
      <PageLink href={adminOwedPath('transfer', id)}>
        {status === 'failed' ? 'Try it again, or settle it' : 'Look at it'}
        <span className="sr-only">: to {artist.name}</span>
      </PageLink>
    </>
  )
}
