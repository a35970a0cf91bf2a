import type { AdminActionEntry } from '#contracts/admin/audit-log.ts'
import { adminPath, adminUserPath } from '#rules/page-paths.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { actionLabels } from './admin-labels.ts'
import { AdminTable, Cell } from './admin-table.tsx'

type ActionsTableProps = { actions: readonly AdminActionEntry[]; caption: string }

const columns = ['When', 'Admin', 'Action', 'Of', 'Reason']

export function ActionsTable({ actions, caption }: ActionsTableProps) {
  return (
    <AdminTable caption={caption} columns={columns}>
      {actions.map(({ id, actedAt, admin, action, subject, reason }) => (
        <tr key={id}>
          <Cell label="When">
            <DateTimeText iso={actedAt} />
          </Cell>
          <Cell label="Admin">
            <PageLink href={adminPath('auditLog', { admin: admin.id })}>
              <bdi>{admin.name ?? 'A deleted account'}</bdi>
            </PageLink>
          </Cell>
          <Cell label="Action">{actionLabels[action]}</Cell>
          <Cell label="Of">
            <PageLink href={roomOf(subject)}>
              <bdi>{subject.name ?? subject.id}</bdi>
            </PageLink>
          </Cell>
          <Cell label="Reason">{reason}</Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

function roomOf({ kind, id }: AdminActionEntry['subject']): string {
  if (kind === 'user') return adminUserPath(id)
  return kind === 'track'
    ? adminPath('tracks', { query: id })
    : adminPath('messages', { query: id })
}
