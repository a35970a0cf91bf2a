// Messages from the contact form, as admins deal with them.

import { randomUUID } from 'node:crypto'
import {
  messageProcess,
  type MessageMove,
  type MessageStatus,
} from '#rules/contact/message-process.ts'
import { contactSubjectLabels } from '#rules/contact/contact-limits.ts'
import { answerNote, type AdminAction } from '#rules/admin/admin-actions.ts'
import { isUuid, type AdminSearch } from '#rules/admin/admin-search.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { recordAdminAction } from '#server/admin/audit-log.ts'
import { containing, pageOf } from '#server/admin/page-of.ts'
import { contactPath } from '#rules/page-paths.ts'
import { queueEmail } from '#server/mail/queue-email.ts'

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
    shown: found
      .selectAll()
      .select((eb) => [
        jsonArrayFrom(
          eb
            .selectFrom('contact_answers')
            .select(['text', 'sent_at as sentAt'])
            .whereRef('message_id', '=', 'contact_messages.id')
            .orderBy('sent_at')
            .orderBy('contact_answers.id'),
        ).as('answers'),
      ])
      .orderBy('sent_at', 'desc')
      .orderBy('id', 'desc'),
  })
}

const actionOfStep = {
  close: 'close_message',
  reopen: 'reopen_message',
} as const satisfies Record<MessageMove, AdminAction>

type Move = { messageId: string; step: MessageMove; adminId: string; note: string }

/** @throws Refusal not_found, message_moved */
export async function moveMessage(
  db: Db,
  { messageId, step, adminId, note }: Move,
): Promise<MessageStatus> {
  return db.transaction().execute(async (tx) => {
    if (!(await move(tx, 'contact_messages', messageProcess, { id: messageId, step })))
      throw new Refusal(await reasonNotMoved(tx, messageId))
    const action = actionOfStep[step]
    await recordAdminAction(tx, { adminId, action, subjectId: messageId, note })
    return messageProcess.steps[step].to
  })
}

type Answer = { messageId: string; text: string; adminId: string }
type AnswerDeps = { db: Db; publicUrl: string }

/** Moves, stores, sends and records in one transaction: a message is answered once. @throws Refusal not_found, message_moved */
export async function answerMessage(
  { db, publicUrl }: AnswerDeps,
  { messageId, text, adminId }: Answer,
): Promise<MessageStatus> {
  return db.transaction().execute(async (tx) => {
    if (!(await move(tx, 'contact_messages', messageProcess, { id: messageId, step: 'answer' })))
      throw new Refusal(await reasonNotMoved(tx, messageId))
    const message = await tx
      .selectFrom('contact_messages')
      .select(['name', 'email', 'subject', 'message'])
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()
    const answerId = randomUUID()
    const row = { id: answerId, message_id: messageId, text }
    await tx.insertInto('contact_answers').values(row).execute()
    await queueEmail(
      tx,
      { address: message.email, username: message.name },
      {
        dedupeKey: `contact_answer:${answerId}`,
        subject: `Our answer: ${contactSubjectLabels[message.subject]}`,
        blocks: [
          { paragraph: text },
          { paragraph: 'You wrote to us:' },
          { quote: message.message },
          { link: { label: 'Write to us again', url: new URL(contactPath, publicUrl).href } },
        ],
      },
    )
    await recordAdminAction(tx, {
      adminId,
      action: 'answer_message',
      subjectId: messageId,
      note: answerNote,
      details: { answerId },
    })
    return messageProcess.steps.answer.to
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
