// Sends the files of messages. This is the only code that reads one for a response: a picture that the site has drawn and
// audio that it has encoded are shown; a PDF, which is as its sender made it, is only ever saved.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#rules/errors/refusal.ts'
import type { AttachmentKind } from '#rules/commissions/message-limits.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { MessageDeps } from './message-intake.ts'
import { admitReader } from './room-reading.ts'

type Wanted = {
  input: { id: string; attachmentId: string }
  user: SessionUser
  request: FastifyRequest
  reply: FastifyReply
}

const contentTypes: Record<AttachmentKind, string> = {
  image: 'image/webp',
  audio: 'audio/mpeg',
  document: 'application/octet-stream',
}

/** Of this room: others get what a missing file gets, and all do of a message that was removed. @throws Refusal not_found */
export async function sendAttachment(
  deps: MessageDeps,
  { input: { id, attachmentId }, user, request, reply }: Wanted,
): Promise<void> {
  await admitReader(deps, { id, reader: user })
  const attachment = await deps.db
    .selectFrom('commission_attachments')
    .innerJoin('commission_messages', 'commission_messages.id', 'message_id')
    .select(['kind', 'status', 'file_name', 'storage_key'])
    .where('commission_attachments.id', '=', attachmentId)
    .where('commission_attachments.commission_id', '=', id)
    .where('taken_down_at', 'is', null)
    .executeTakeFirst()
  const key = attachment?.status === 'ready' ? attachment.storage_key : null
  if (!attachment || key === null) throw new Refusal('not_found')
  const { kind, file_name: fileName } = attachment
  // No browser may show a stranger's file as a page of this site.
  reply.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
  const file = {
    key,
    contentType: contentTypes[kind],
    // In no cache: who may read a room can change.
    cacheControl: 'private, no-store',
    etag: attachmentId,
    ...(kind === 'document' ? { saveAs: pdfName(fileName) } : {}),
  }
  await sendFile(deps.storage, request, reply, file, async () => {})
}

/** With the ending of what it is: a file that is saved is opened by its ending. */
function pdfName(fileName: string): string {
  return /\.pdf$/i.test(fileName) ? fileName : `${fileName}.pdf`
}
