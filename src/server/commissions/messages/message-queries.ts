// The messages of a room.

import { Refusal } from '#rules/errors/refusal.ts'
import { messagesPerPage } from '#rules/commissions/message-limits.ts'
import type { Db } from '#server/db/client.ts'

export const messageColumns = [
  'id',
  'commission_id',
  'author_role',
  'text',
  'created_at',
  'taken_down_at',
] as const

type PageOf = { commissionId: string; before?: string | undefined }

/** The newest messages, or those before one of the room; the oldest first. @throws Refusal not_found */
export async function findMessages(db: Db, { commissionId, before }: PageOf) {
  let messages = db
    .selectFrom('commission_messages')
    .select(messageColumns)
    .where('commission_id', '=', commissionId)
    .orderBy('created_at', 'desc')
    .limit(messagesPerPage + 1)
  if (before !== undefined) {
    const { created_at: beforeAt } = await findMessage(db, { id: before, commissionId })
    messages = messages.where('created_at', '<', beforeAt)
  }
  const found = await messages.execute()
  const rows = found.slice(0, messagesPerPage).toReversed()
  const attachments = await findAttachments(
    db,
    rows.map(({ id }) => id),
  )
  const removed = await findRemoved(db, commissionId)
  return { rows, attachments, hasEarlier: found.length > messagesPerPage, removed }
}
export type MessageRow = Awaited<ReturnType<typeof findMessages>>['rows'][number]

/** The ids of all of the room. */
async function findRemoved(db: Db, commissionId: string): Promise<string[]> {
  const removed = await db
    .selectFrom('commission_messages')
    .select('id')
    .where('commission_id', '=', commissionId)
    .where('taken_down_at', 'is not', null)
    .orderBy('created_at')
    .execute()
  return removed.map(({ id }) => id)
}

/** Of one room: others get what a missing message gets. @throws Refusal not_found */
export async function findMessage(
  db: Db,
  { id, commissionId }: { id: string; commissionId: string },
) {
  const message = await db
    .selectFrom('commission_messages')
    .select(messageColumns)
    .where('id', '=', id)
    .where('commission_id', '=', commissionId)
    .executeTakeFirst()
  if (!message) throw new Refusal('not_found')
  return message
}

export async function findAttachments(db: Db, messageIds: string[]) {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('commission_attachments')
    .selectAll()
    .where('message_id', 'in', messageIds)
    .orderBy('message_id')
    .orderBy('position')
    .execute()
}
export type AttachmentRow = Awaited<ReturnType<typeof findAttachments>>[number]
