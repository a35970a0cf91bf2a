import {
  listCommissionMessages,
  markMessagesRead,
  openAttachment,
  readMessagesWithReason,
  sendCommissionMessage,
} from '#contracts/commissions/messages.ts'
import type { Serving } from '#server/http/serve.ts'
import { markMessagesRead as markRead } from './message-commands.ts'
import { openMessageForms, receiveMessage, type MessageDeps } from './message-intake.ts'
import { presentMessage } from './message-presenter.ts'
import { findAttachments, findMessages } from './message-queries.ts'
import { findRead } from './room-news.ts'
import { admitReader, stateReason } from './room-reading.ts'
import { sendAttachment } from './sent-attachments.ts'
import { findUnread } from '../unread-news.ts'

export function messageRoutes(
  { serve, serveBytes, serveUpload }: Serving,
  deps: MessageDeps,
): void {
  const { db } = deps
  const forms = openMessageForms(deps.storage)

  serveUpload(sendCommissionMessage, async ({ user, request, receiveAll }) => {
    const row = await receiveAll(({ id: commissionId, ...message }, files) =>
      receiveMessage(
        { ...deps, forms, log: request.log },
        { ...message, commissionId, authorId: user.id },
        files,
      ),
    )
    const attachments = await findAttachments(db, [row.id])
    return presentMessage(row, { attachments, viewer: row.author_role, readAt: null })
  })

  serve(listCommissionMessages, async ({ input: { id, before }, user }) => {
    const { viewer } = await admitReader(deps, { id, reader: user })
    const { rows, attachments, ...page } = await findMessages(db, { commissionId: id, before })
    const { read_at: readAt } = await findRead(db, { commissionId: id, userId: user.id })
    const messages = rows.map((row) => presentMessage(row, { attachments, viewer, readAt }))
    return { messages, ...page }
  })

  serve(markMessagesRead, async ({ input: { id, upTo }, user }) => {
    const party = await markRead(db, { id, userId: user.id, upTo })
    const { messages, notes } = await findUnread(db, { commissionId: id, party })
    return { unread: messages + notes }
  })

  serveBytes(openAttachment, (call) => sendAttachment(deps, call))

  serve(readMessagesWithReason, async ({ input: { id, note }, user }) => {
    const until = await stateReason(deps, { id, adminId: user.id, note })
    return { until: until.toISOString() }
  })
}
