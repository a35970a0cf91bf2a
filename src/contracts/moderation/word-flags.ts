// Endpoints of flags of words: users report reviews, comments, profiles and messages, and their authors read what was taken
// down.

import { z } from 'zod'
import { wordsFlagReasonBlank } from '#rules/errors/flag-errors.ts'
import { flaggedWords, maxFlagReasonLength, wordFlagTypes } from '#rules/moderation/flag-limits.ts'
import { flagProcess } from '#rules/moderation/flag-process.ts'
import { endpoint } from '../endpoint.ts'
import { writtenText } from '../written-text.ts'
import { removedWordsSchema } from './take-downs.ts'

const kind = z.enum(flaggedWords)
/** The id of a profile is that of its artist. */
const subjectId = z.guid()

export const flagWords = endpoint('POST /api/proxy/flags', {
  by: 'user',
  summary:
    'Flags a review, a comment, a profile, or a message that the other party of a commission wrote, for the admins; a user has one open flag for each. Nobody else is told who sent it.',
  loginRefusal: 'flag_login_required',
  refusals: ['not_found', 'own_words_flag', 'words_already_flagged', 'too_many_flags'],
  input: z.object({
    kind,
    subjectId,
    type: z.enum(wordFlagTypes, 'Please choose what this is about.'),
    reason: writtenText({ blank: wordsFlagReasonBlank, longest: maxFlagReasonLength }),
  }),
  output: z.object({ id: z.string(), status: z.enum(flagProcess.statuses) }),
})

/** What the form shows and says before a reason is written that would be refused. */
export const getReportedWords = endpoint('GET /api/proxy/flags', {
  by: 'user',
  summary:
    'The words that the caller wants to flag, and why they cannot; null for everyone who can.',
  loginRefusal: 'flag_login_required',
  refusals: ['not_found'],
  input: z.object({ kind, subjectId }),
  output: z.object({
    refusal: z.enum(['own_words_flag', 'words_already_flagged']).nullable(),
    /** The artist, the track or the commission that they are about. */
    about: z.object({ id: z.string(), name: z.string() }),
    text: z.string(),
  }),
})

export const listRemovedWords = endpoint('GET /api/proxy/removed-words', {
  by: 'user',
  summary:
    'The flags that took own reviews, comments, profiles and messages down, with what was claimed and decided; never who reported them.',
  input: z.object({}),
  output: z.object({ removed: z.array(removedWordsSchema) }),
})
