// The log of what admins did (migration 0027): written in the transaction of the action, never changed.

import {
  adminActions,
  unstatedReason,
  type AdminAction,
  type SubjectKind,
} from '#rules/admin/admin-actions.ts'
import type { Db } from '#server/db/client.ts'

/** The words of an admin about an action: the reason is told, the note is for admins only. */
export type AdminWords = { reason?: string | undefined; note?: string | undefined }

/** The texts of an action of which somebody is told. */
export type ToldWords = AdminWords & { reason: string }

type Entry = AdminWords & {
  adminId: string
  action: AdminAction
  subjectId: string
  /** By default the one kind of thing that the action is done to. */
  subjectKind?: SubjectKind
  /** The change, where the action's name does not say it. */
  details?: Record<string, unknown>
}

/**
 * Returns the entry's id, which names this one action. An action that changes nothing is not recorded: call it after the
 * UPDATE has changed a row.
 */
export async function recordAdminAction(tx: Db, entry: Entry): Promise<string> {
  if (!tx.isTransaction) throw new Error(`${entry.action} was recorded outside a transaction.`)
  const { id } = await tx
    .insertInto('admin_actions')
    .values({
      admin_id: entry.adminId,
      action: entry.action,
      subject_kind: entry.subjectKind ?? adminActions[entry.action].subject,
      subject_id: entry.subjectId,
      reason: entry.reason ?? null,
      note: entry.note ?? (entry.reason === undefined ? unstatedReason : null),
      details: entry.details ?? {},
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
