// Endpoints of the messages in the room of a commission, with their attachments.

import { z } from 'zod'
import { attachmentProcess } from '#rules/commissions/attachment-process.ts'
import {
  adminReadMinutes,
  attachmentFileTypes,
  attachmentFormats,
  attachmentKinds,
  maxAttachmentBytes,
  maxMessageLength,
  messagesPerPage,
  maxAttachments,
} from '#rules/commissions/message-limits.ts'
import { messageBlank } from '#rules/errors/message-errors.ts'
import { noteSchema } from '../reason.ts'
import { endpoint } from '../endpoint.ts'
import { writtenText } from '../written-text.ts'

const id = z.uuid()
const moment = z.iso.datetime()

const attachmentSchema = z.object({
  id,
  kind: z.enum(attachmentKinds),
  /** Audio is `preparing` until its listening copy exists; a refused file has a reason, and is gone. */
  state: z.enum(attachmentProcess.statuses),
  fileName: z.string(),
  /** The size of the file as it was sent. */
  bytes: z.int().positive(),
  /** It is null unless it is ready, and for a message that was removed. */
  url: z.string().nullable(),
  /** The width and height of a picture, in pixels. */
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
  /** The length of audio that is ready. */
  durationSeconds: z.number().nullable(),
  /** One character for each bar, as of every recording. */
  waveform: z.string().nullable(),
  reason: z.string().nullable(),
})
export type Attachment = z.infer<typeof attachmentSchema>

const messageSchema = z.object({
  id,
  commissionId: id,
  /** Whose it is: the names are those of the commission. */
  author: z.enum(['customer', 'artist']),
  /** Empty for a party where it was removed. */
  text: z.string(),
  sentAt: moment,
  /** By the other party, and not seen yet by the caller. */
  isUnread: z.boolean(),
  /** After a report: its words and its files are shown to neither party. */
  isRemoved: z.boolean(),
  attachments: z.array(attachmentSchema),
})
export type Message = z.infer<typeof messageSchema>

const messagePageSchema = z.object({
  /** The oldest first. */
  messages: z.array(messageSchema),
  hasEarlier: z.boolean(),
  /** The ids of all messages of the room that were removed: who knows more than this page sees that one of the others was. */
  removed: z.array(id),
})
export type MessagePage = z.infer<typeof messagePageSchema>

export const sendCommissionMessage = endpoint('POST /api/commissions/{id}/messages', {
  by: 'user',
  summary: `Writes to the other party of a commission, with up to ${maxAttachments} files: ${attachmentFormats}.`,
  file: {
    field: 'attachments',
    summary: 'The files.',
    accept: attachmentFileTypes,
    maxBytes: maxAttachmentBytes,
    several: { max: maxAttachments },
    refusals: {
      missing: 'attachment_empty',
      notAccepted: 'attachment_not_accepted',
      tooLarge: 'attachment_too_large',
      interrupted: 'upload_interrupted',
    },
  },
  refusals: [
    'not_found',
    'messages_closed',
    'too_many_room_messages',
    'message_on_its_way',
    'too_many_attachments',
    'attachments_full',
    'attachment_empty',
    'attachment_not_accepted',
    'attachment_too_large',
    'picture_unreadable',
    'picture_too_many_pixels',
    'upload_interrupted',
    'storage_full',
  ],
  input: z.object({
    id,
    text: writtenText({ blank: messageBlank, longest: maxMessageLength }),
    /** The key of one press of the button: sent again, it finds the message that it made. */
    requestKey: z.uuid(),
  }),
  output: messageSchema,
})

export const listCommissionMessages = endpoint('GET /api/commissions/{id}/messages', {
  by: 'user',
  summary: `A page of at most ${messagesPerPage} messages of a commission: the newest ones, or those before another one. For its two parties; for an admin who has to judge it, or has stated a reason within the last hour, which is logged.`,
  refusals: ['not_found'],
  input: z.object({
    id,
    /** The id of the oldest message that is known. */
    before: z.uuid().optional(),
  }),
  output: messagePageSchema,
})

export const markMessagesRead = endpoint('POST /api/commissions/{id}/read', {
  by: 'user',
  summary:
    'The caller, who is a party of the commission, has seen its messages up to this one, or its notes up to the time of this one.',
  refusals: ['not_found'],
  input: z.object({
    id,
    /** The id of the newest message that was seen, or of the note that the other party wrote or answered last. */
    upTo: z.uuid(),
  }),
  /** Messages and notes that stay unread. */
  output: z.object({ unread: z.int().nonnegative() }),
})

export const openAttachment = endpoint('GET /api/commissions/{id}/attachments/{attachmentId}', {
  by: 'user',
  summary:
    'A file that is attached to a message: a picture that was drawn again as WebP, the MP3 that was made of a recording, or a PDF as a download. For those who may read the messages.',
  produces: '*/*',
  refusals: ['not_found'],
  input: z.object({ id, attachmentId: z.uuid() }),
  output: z.unknown(),
})

export const readMessagesWithReason = endpoint('POST /api/proxy/admin/commissions/{id}/read', {
  by: 'admin',
  summary: `Lets the admin read the messages and the notes of a commission for ${adminReadMinutes} minutes; the note, which says why, stands in the audit log.`,
  refusals: ['not_found', 'own_case'],
  input: z.object({ id, note: noteSchema }),
  output: z.object({ until: moment }),
})
