import { maxNotes, maxOpenNotes } from '../commissions/note-limits.ts'
import type { RefusalTable } from './refusal-table.ts'

/** What a form says before it sends anything. */
export const noteBlank = 'Please say what you hear there.'

export const noteErrors = {
  too_many_notes: {
    status: 409,
    message: `${maxOpenNotes} notes are open. Take one back first, or put several into one.`,
  },
  notes_full: {
    status: 409,
    message: `This commission has ${maxNotes} notes, and takes no more. Please write a message instead.`,
  },
  too_many_notes_an_hour: {
    status: 429,
    message: 'These are many notes for one hour. Please write the next one later.',
  },
  note_settled: {
    status: 409,
    message: 'This note is answered or ticked off, so it stays as it is.',
  },
  note_judged: {
    status: 409,
    message: 'The customer is judging this delivery. Its notes are ticked off after that.',
  },
  note_outside_preview: {
    status: 400,
    message: 'The preview of this delivery has no such second.',
  },
} as const satisfies RefusalTable
