// Endpoints of notes: writing one at a second of a delivery, changing it, answering it and ticking it off.

import { z } from 'zod'
import { deliveryPreviewSeconds } from '#rules/commissions/commission-limits.ts'
import { maxNoteLength } from '#rules/commissions/note-limits.ts'
import { noteBlank } from '#rules/errors/note-errors.ts'
import { manyLines, showsSomething } from '#rules/plain-text.ts'
import { endpoint } from '../endpoint.ts'
import { writtenText } from '../written-text.ts'
import { commissionSchema } from './commission.ts'

const id = z.uuid()
const text = writtenText({ blank: noteBlank, longest: maxNoteLength })

const secondsMessage = `Please enter a second of the preview, from 0 to ${deliveryPreviewSeconds}`
/** The second of the preview, rounded to tenths; also as a field of a form sends it. */
const seconds = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\s*\d+(\.\d+)?\s*$/)
        .transform(Number),
    ],
    secondsMessage,
  )
  .pipe(z.number().min(0, secondsMessage).max(deliveryPreviewSeconds, secondsMessage))

/** The refusals of every change of a note. */
const noteRefusals = ['not_found', 'commission_moved', 'commission_frozen', 'dispute_open'] as const

export const addNote = endpoint('POST /api/commissions/{id}/notes', {
  by: 'user',
  summary: 'Pins a note to a second of the newest delivery, as long as it waits for an answer.',
  refusals: [
    ...noteRefusals,
    'delivery_replaced',
    'note_outside_preview',
    'too_many_notes',
    'notes_full',
    'too_many_notes_an_hour',
  ],
  input: z.object({
    id,
    /** The delivery that the caller has heard. */
    deliveryId: id,
    seconds,
    text,
    /** The key of one press of the button: sent again, it finds the note that it made. */
    requestKey: id.nullish().transform((value) => value ?? null),
  }),
  output: commissionSchema,
})

/** '' takes an answer back. */
const answer = z
  .string()
  .transform(manyLines)
  .pipe(z.string().max(maxNoteLength, `Please use at most ${maxNoteLength} characters`))
  .transform((typed) => (showsSomething(typed) ? typed : null))

export const changeNote = endpoint('PATCH /api/commissions/{id}/notes/{noteId}', {
  by: 'user',
  summary:
    'Changes a note, in one of three ways. Its author gives it another `text`, or takes it back (`isWithdrawn`), as long as it is neither answered nor ticked off; the artist ticks it off (`isDone`), once the delivery that it was written on is answered, answers it (`answer`), or both.',
  refusals: [...noteRefusals, 'not_allowed', 'note_settled', 'note_judged', 'too_many_notes'],
  input: z
    .object({
      id,
      noteId: id,
      text: text.optional(),
      isDone: z.boolean().optional(),
      answer: answer.optional(),
      isWithdrawn: z.literal(true).optional(),
    })
    .transform(({ id: commissionId, noteId, ...sent }, { addIssue }) => {
      const named = { commissionId, noteId }
      const isSettling = sent.isDone !== undefined || sent.answer !== undefined
      const ways = [sent.text !== undefined, isSettling, sent.isWithdrawn !== undefined]
      if (ways.filter(Boolean).length !== 1) {
        addIssue({ code: 'custom', message: oneChange })
        return z.NEVER
      }
      if (sent.text !== undefined) return { ...named, change: 'edit' as const, text: sent.text }
      if (sent.isWithdrawn) return { ...named, change: 'withdraw' as const }
      const { isDone, answer: answered } = sent
      return { ...named, change: 'settle' as const, isDone, answer: answered }
    }),
  output: commissionSchema,
})

const oneChange = 'Please send a text, a tick or an answer, or take the note back'
