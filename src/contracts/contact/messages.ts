// Endpoints of the admin's list of messages from the contact form.

import { z } from 'zod'
import { adminSearchFields } from '#rules/admin/admin-search.ts'
import { messageMoves, messageProcess } from '#rules/contact/message-process.ts'
import { contactSubjects, maxContactAnswerLength } from '#rules/contact/contact-limits.ts'
import { contactBlank } from '#rules/errors/contact-errors.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readBy } from '../lists.ts'
import { adminPageField } from '../admin/audit-log.ts'
import { noteSchema } from '../reason.ts'
import { writtenText } from '../written-text.ts'

const messageSchema = z.object({
  id: z.string(),
  sentAt: z.iso.datetime(),
  name: z.string(),
  email: z.string(),
  /** It is null for a visitor, and once the account is deleted. */
  userId: z.string().nullable(),
  subject: z.enum(contactSubjects),
  message: z.string(),
  status: z.enum(messageProcess.statuses),
  /** The oldest first. */
  answers: z.array(z.object({ text: z.string(), sentAt: z.iso.datetime() })),
})
export type ContactMessage = z.infer<typeof messageSchema>

const fields = adminSearchFields.messages

export const listMessages = endpoint('GET /api/proxy/admin/messages', {
  by: 'admin',
  summary: 'A page of the messages from the contact form, the newest first.',
  input: z.object({
    query: readBy(fields.query, z.string().optional()),
    state: readBy(fields.state, z.enum(messageProcess.statuses).optional()),
    page: adminPageField,
  }),
  output: pageOf({ messages: z.array(messageSchema), total: z.int() }),
})

export const moveMessage = endpoint('POST /api/proxy/admin/messages/{id}/move', {
  by: 'admin',
  summary: 'Closes a message, or makes it new again.',
  refusals: ['not_found', 'message_moved'],
  input: z.object({ id: z.uuid(), step: z.enum(messageMoves), note: noteSchema }),
  output: z.object({ status: z.enum(messageProcess.statuses) }),
})

export const answerMessage = endpoint('POST /api/proxy/admin/messages/{id}/answer', {
  by: 'admin',
  summary: 'Sends an answer to a new message by email; each message is answered once.',
  refusals: ['not_found', 'message_moved'],
  input: z.object({
    id: z.uuid(),
    answer: writtenText({ blank: contactBlank.answer, longest: maxContactAnswerLength }),
  }),
  output: z.object({ status: z.enum(messageProcess.statuses) }),
})
