// Messages from the contact form, as admins deal with them.

import {
  messageProcess,
  type MessageStatus,
  type MessageStep,
} from '#rules/contact/message-process.ts'
import type { AdminAction } from '#rules/admin/admin-actions.ts'
import { isUuid, type AdminSearch } from '#rules/admin/admin-search.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/client.ts'
import { recordAdminAction } from '#server/admin/audit-log.ts'
import { containing, pageOf } from '#server/admin/page-of.ts'

/** The newest first. */
export function findMessages(db: Db, { query, state, page }: AdminSearch<'messages'>) {
  let found = db.selectFrom('contact_messages')
  if (query !== undefined) {
    found = isUuid(query)
      ? found.where((eb) => eb.or([eb('id', '=', query), eb('user_id', '=', query)]))
      : found.where(
          sql<SqlBool>`lower(email || ' ' || name || ' ' || message) like ${containing(query)}`,
        )
  }
  if (state !== undefined) found = found.where('status', '=', state)
  return pageOf(found, {
    page,
    shown: found.selectAll().orderBy('sent_at', 'desc').orderBy('id', 'desc'),
  })
}

const actionOfStep = {
  answer: 'answer_message',
  close: 'close_message',
  reopen: 'reopen_message',
} as const satisfies Record<MessageStep, AdminAction>

type Move = { messageId: string; step: MessageStep; adminId: string; reason: string }

/** @throws Refusal not_found, message_moved */
export async function moveMessage(
  db: Db,
  { messageId, step, adminId, reason }: Move,
): Promise<MessageStatus> {
  const { from, to } = messageProcess.steps[step]
  return db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('contact_messages')
      .set({ status: to })
      .where('id', '=', messageId)
      .where('status', 'in', from)
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n) throw new Refusal(await reasonNotMoved(tx, messageId))
    const action = actionOfStep[step]
    await recordAdminAction(tx, { adminId, action, subjectId: messageId, reason })
    return to
  })
}

async function reasonNotMoved(tx: Db, id: string) {
  const message = await tx
    .selectFrom('contact_messages')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return message ? 'message_moved' : 'not_found'
}
