// Reads the audit log.

import { sql } from 'kysely'
import { removedTextSchema, type AdminActionEntry } from '#contracts/admin/audit-log.ts'
import type { AdminSearch } from '#rules/admin/admin-search.ts'
import type { Db } from '#server/db/client.ts'
import { nameOf } from '#server/db/user-name.ts'
import { pageOf } from './page-of.ts'

type ActionSearch = Partial<AdminSearch<'auditLog'>> & { page: number }

/** The latest first. The names are those of today. */
export async function findActions(db: Db, { action, subject, admin, page }: ActionSearch) {
  let found = db
    .selectFrom('admin_actions')
    .leftJoin('users as admins', 'admins.id', 'admin_actions.admin_id')
    .leftJoin('users as subjects', 'subjects.id', 'admin_actions.subject_id')
    .leftJoin('tracks', 'tracks.id', 'admin_actions.subject_id')
    .leftJoin('contact_messages', 'contact_messages.id', 'admin_actions.subject_id')
    .leftJoin('commissions', 'commissions.id', 'admin_actions.subject_id')
    .leftJoin('platform_payouts as payouts', 'payouts.id', 'admin_actions.subject_id')
    .leftJoin('unexplained_transactions as moved', 'moved.id', 'admin_actions.subject_id')
    .leftJoin('reconciliation_differences as differences', 'differences.id', 'subject_id')
  if (action !== undefined) found = found.where('admin_actions.action', '=', action)
  if (subject !== undefined) found = found.where('admin_actions.subject_id', '=', subject)
  if (admin !== undefined) found = found.where('admin_actions.admin_id', '=', admin)
  const { rows, paging } = await pageOf(found, {
    page,
    shown: found
      .select((eb) => [
        'admin_actions.id',
        'acted_at',
        'admin_id',
        'action',
        'subject_kind',
        'subject_id',
        'admin_actions.reason',
        'note',
        sql`admin_actions.details -> 'removed'`.as('removed'),
        nameOf<string | null>('admins').as('admin_name'),
        eb.fn
          .coalesce(
            'subjects.display_name',
            'subjects.username',
            'tracks.title',
            'contact_messages.name',
            sql<string>`coalesce(moved.balance_transaction_id, payouts.provider_id, differences.subject, commissions.name, admin_actions.details -> 'removed' -> 'about' ->> 'name', admin_actions.details ->> 'reference')`,
          )
          .as('subject_name'),
      ])
      .orderBy('admin_actions.id', 'desc'),
  })
  return { actions: rows.map(presentAction), paging }
}

type ActionRow = {
  id: string
  acted_at: Date
  admin_id: string
  admin_name: string | null
  action: AdminActionEntry['action']
  subject_kind: AdminActionEntry['subject']['kind']
  subject_id: string
  subject_name: string | null
  reason: string | null
  note: string | null
  removed: unknown
}

function presentAction(row: ActionRow): AdminActionEntry {
  return {
    id: row.id,
    actedAt: row.acted_at.toISOString(),
    admin: { id: row.admin_id, name: row.admin_name },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    reason: row.reason,
    note: row.note,
    removed: row.removed === null ? null : removedTextSchema.parse(row.removed),
  }
}
