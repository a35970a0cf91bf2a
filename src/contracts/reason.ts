// The two texts of an admin's action.

import { z } from 'zod'
import { maxNoteLength, maxReasonLength } from '#rules/admin/admin-actions.ts'
import { noteBlank, reasonBlank } from '#rules/errors/admin-errors.ts'
import { manyLines, showsSomething } from '#rules/plain-text.ts'
import { writtenText } from './written-text.ts'

/** What the people concerned are told. */
export const reasonSchema = writtenText({ blank: reasonBlank, longest: maxReasonLength })

/** For admins only: it stands in the audit log, and is sent to nobody. It belongs to an action of which nobody is told. */
export const noteSchema = writtenText({ blank: noteBlank, longest: maxNoteLength })

/** Beside a reason it may stay blank. */
export const optionalNoteSchema = z
  .string()
  .transform(manyLines)
  .pipe(z.string().max(maxNoteLength, `Please use at most ${maxNoteLength} characters`))
  .transform((note) => (showsSomething(note) ? note : undefined))
  .optional()

/** The texts of an action of which somebody is told. */
export const toldFields = { reason: reasonSchema, note: optionalNoteSchema }
