// A note on the wire: it is pinned to a second of a delivery.

import { z } from 'zod'
import { noteActions, noteAuthors } from '#rules/commissions/note-process.ts'

const moment = z.iso.datetime()

export const noteSchema = z.object({
  id: z.uuid(),
  author: z.enum(noteAuthors),
  text: z.string(),
  /** The delivery that its author heard. */
  deliveryId: z.uuid(),
  /** Where it stands in the preview of each delivery: in seconds; null beside a preview that has other seconds of the recording. */
  places: z.array(z.object({ deliveryId: z.uuid(), seconds: z.number().nonnegative().nullable() })),
  /** In the recording, for those who may play a whole one now; for others it would say where the preview begins. */
  recordingSeconds: z.number().nonnegative().nullable(),
  createdAt: moment,
  editedAt: moment.nullable(),
  /** Ticked off by the artist. */
  doneAt: moment.nullable(),
  /** The artist's. */
  answer: z.string().nullable(),
  answeredAt: moment.nullable(),
  /** By the other party, or answered by the artist since, and not seen yet by the caller. */
  isUnread: z.boolean(),
  /** What the caller can do with it now. */
  canDo: z.array(z.enum(noteActions)),
})
export type Note = z.infer<typeof noteSchema>
