// The reason that every action of an admin needs.

import { longestReason } from '#rules/admin/admin-actions.ts'
import { reasonBlank } from '#rules/errors/admin-errors.ts'
import { writtenText } from '../written-text.ts'

export const reasonSchema = writtenText({ blank: reasonBlank, longest: longestReason })
