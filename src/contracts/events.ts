// The live channel: tells an open page what has changed, so that it fetches that again.

import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A name and ids, never data: the client fetches what it shows through that thing's own endpoint. */
export const liveEventSchema = z.discriminatedUnion('name', [
  /** Events may have been missed: the client fetches everything it shows. Each stream begins with it. */
  z.object({ name: z.literal('resync') }),
  /** For the artist of the upload. */
  z.object({ name: z.literal('uploadChanged'), uploadId: z.uuid() }),
  /** For the artist of the example. */
  z.object({ name: z.literal('exampleChanged'), exampleId: z.uuid() }),
  /** For a user who waits for an owned recording in another format. */
  z.object({ name: z.literal('renditionChanged'), trackId: z.uuid() }),
  /** For the two parties of the commission. */
  z.object({ name: z.literal('commissionChanged'), commissionId: z.uuid() }),
  /** For the user whose notifications they are. */
  z.object({ name: z.literal('notificationsChanged') }),
  /** For a user: a session may have ended, or the account is banned. */
  z.object({ name: z.literal('accountChanged') }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>

export const streamEvents = endpoint('GET /api/events', {
  by: 'anyone',
  summary: 'Server-sent events: what has changed of what the caller may see.',
  produces: 'text/event-stream',
  refusals: ['foreign_origin', 'too_many_requests'],
  input: z.object({}),
  output: liveEventSchema,
})
