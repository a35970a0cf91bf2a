import type { AdminActionEntry, RemovedText } from '#contracts/admin/audit-log.ts'
import { adminActions } from '#rules/admin/admin-actions.ts'
import {
  adminBankDisputePath,
  adminDifferencePath,
  adminPath,
  adminUserPath,
} from '#rules/admin/admin-paths.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { AdminTable, Cell } from './admin-table.tsx'

type ActionsTableProps = { actions: readonly AdminActionEntry[]; caption: string }

const columns = ['When', 'Admin', 'Action', 'Of', 'What was said']

export function ActionsTable({ actions, caption }: ActionsTableProps) {
  return (
    <AdminTable caption={caption} columns={columns}>
      {actions.map(({ id, actedAt, admin, action, subject, removed, ...words }) => (
        <tr key={id}>
          <Cell label="When">
            <DateTimeText iso={actedAt} />
          </Cell>
          <Cell label="Admin">
            <PageLink href={adminPath('auditLog', { admin: admin.id })}>
              <bdi>{admin.name ?? 'A deleted account'}</bdi>
            </PageLink>
          </Cell>
          <Cell label="Action">{adminActions[action].label}</Cell>
          <Cell label="Of">
            <PageLink href={pageOf(subject, removed)}>
              <bdi>{subject.name ?? subject.id}</bdi>
            </PageLink>
          </Cell>
          <Cell label="What was said">
            <Words {...words} />
            {removed && <Removed text={removed} />}
          </Cell>
        </tr>
      ))}
    </AdminTable>
  )
}

/** The reason, which people were told, and the note, which only admins read. */
function Words({ reason, note }: Pick<AdminActionEntry, 'reason' | 'note'>) {
  return (
    <>
      {reason !== null && (
        <p className="user-text">
          <span className="words-kind">Told:</span> {reason}
        </p>
      )}
      {note !== null && (
        <p className="user-text">
          <span className="words-kind">Note:</span> {note}
        </p>
      )}
    </>
  )
}

/** The text of a removed comment or review. */
function Removed({ text: { text, author, writtenAt } }: { text: RemovedText }) {
  return (
    <blockquote>
      <p className="user-text" dir="auto">
        {text}
      </p>
      <footer>
        {author ? <bdi>{author.name}</bdi> : 'A deleted account'}, <DateTimeText iso={writtenAt} />
      </footer>
    </blockquote>
  )
}

/** A removed text has no page: the track or the artist that it was about has one. */
function pageOf(
  { kind, id }: AdminActionEntry['subject'],
  removed: AdminActionEntry['removed'],
): string {
  if (kind === 'user') return adminUserPath(id)
  if (kind === 'commission') return commissionPath(id)
  if (kind === 'bank_dispute') return adminBankDisputePath(id)
  if (kind === 'difference') return adminDifferencePath(id)
  if (kind === 'vat_payment') return adminPath('vat')
  if (kind === 'movement') return adminPath('auditLog', { subject: id })
  if (kind === 'payout') return adminPath('money')
  if (kind === 'review') return adminUserPath(removed?.about.id ?? id)
  if (kind === 'comment') return adminPath('tracks', { query: removed?.about.id ?? id })
  return kind === 'track'
    ? adminPath('tracks', { query: id })
    : adminPath('messages', { query: id })
}
