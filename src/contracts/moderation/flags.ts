// Endpoints of flags: users report a track, admins decide about every flag, the author answers.

import { z } from 'zod'
import { adminSearchFields } from '#rules/admin/admin-search.ts'
import { claimBlank, counterNoticeBlank, flagReasonBlank } from '#rules/errors/flag-errors.ts'
import {
  flagSubjectKinds,
  flagTypes,
  maxClaimLength,
  maxCounterNoticeLength,
  maxFlagReasonLength,
  wordFlagTypes,
} from '#rules/moderation/flag-limits.ts'
import {
  decisionSteps,
  defaultFlagView,
  flagProcess,
  flagViews,
  type FlagView,
} from '#rules/moderation/flag-process.ts'
import { adminPageField } from '../admin/audit-log.ts'
import { noteBlank, reasonBlank } from '#rules/errors/admin-errors.ts'
import { optionalNoteSchema, reasonSchema } from '../reason.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readBy } from '../lists.ts'
import { writtenText } from '../written-text.ts'
import {
  flaggedMessageSchema,
  flaggedProfileSchema,
  flaggedTextSchema,
  flaggedTrackSchema,
} from './flagged.ts'
import { anyTakeDownSchema, outcomeFields, takeDownSchema } from './take-downs.ts'

const statusSchema = z.enum(flagProcess.statuses)
const flagId = z.uuid()

export const flagTrack = endpoint('POST /api/proxy/flags/track/{trackId}', {
  by: 'user',
  summary: 'Flags a track for the admins; a user has one open flag for a track.',
  loginRefusal: 'flag_login_required',
  refusals: ['not_found', 'own_flag', 'already_flagged', 'too_many_flags'],
  input: z.object({
    trackId: z.uuid(),
    type: z.enum(flagTypes, 'Please choose what this is about.'),
    reason: writtenText({ blank: flagReasonBlank, longest: maxFlagReasonLength }),
  }),
  output: z.object({ id: z.string(), status: statusSchema }),
})

/** What the form says before a reason is written that would be refused. */
export const getFlagRefusal = endpoint('GET /api/proxy/flags/track/{trackId}', {
  by: 'user',
  summary: 'Why the caller cannot flag the track now; null for everyone who can.',
  loginRefusal: 'flag_login_required',
  refusals: ['not_found'],
  input: z.object({ trackId: z.uuid() }),
  output: z.object({ refusal: z.enum(['own_flag', 'already_flagged']).nullable() }),
})
export type FlagRefusal = z.infer<typeof getFlagRefusal.output>['refusal']

const flagFields = {
  id: z.string(),
  /** The id of what it is about; for a profile that of its artist. */
  subjectId: z.string(),
  /** The name of the track that it or the comment is about, of the artist whom the review or the profile is about, or of the commission that the message is about. */
  name: z.string(),
  reason: z.string(),
  status: statusSchema,
  createdAt: z.iso.datetime(),
  /** It is null once the account is deleted. */
  reporter: z.object({ id: z.string(), username: z.string() }).nullable(),
  /** The artist of the track or profile, or whoever wrote the words; null once the account is deleted. */
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The admin who began to review it; null once the account is deleted, too. */
  reviewer: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether visitors see it now; of a message, whether both parties read it. */
  isListed: z.boolean(),
  /** Words that are deleted cannot be shown again. */
  isDeleted: z.boolean(),
  /** The open flags of the same subject, this one included. */
  flagsOfSubject: z.int(),
  ...outcomeFields,
}

const ofWords = { type: z.enum(wordFlagTypes), ...flagFields }

export const flagSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('track'),
    trackId: z.string(),
    type: z.enum(flagTypes),
    flagged: flaggedTrackSchema,
    /** The same as `flagsOfSubject`. */
    flagsOfTrack: z.int(),
    ...flagFields,
  }),
  z.object({ kind: z.literal('review'), flagged: flaggedTextSchema, ...ofWords }),
  z.object({ kind: z.literal('comment'), flagged: flaggedTextSchema, ...ofWords }),
  z.object({ kind: z.literal('profile'), flagged: flaggedProfileSchema, ...ofWords }),
  z.object({ kind: z.literal('message'), flagged: flaggedMessageSchema, ...ofWords }),
])
export type Flag = z.infer<typeof flagSchema>

const fields = adminSearchFields.flags

const flagCountsSchema = z.object({
  open: z.int(),
  takenDown: z.int(),
  closed: z.int(),
  all: z.int(),
} satisfies Record<FlagView, z.ZodInt>)
export type FlagCounts = z.infer<typeof flagCountsSchema>

export const listFlags = endpoint('GET /api/proxy/admin/flags', {
  by: 'admin',
  summary:
    'A page of the flags, by default of those to decide; the longest waiting first, decided ones the newest first.',
  input: z.object({
    state: readBy(fields.state, z.enum(flagViews).default(defaultFlagView)),
    kind: readBy(fields.kind, z.enum(flagSubjectKinds).optional()),
    page: adminPageField,
  }),
  output: pageOf({
    flags: z.array(flagSchema),
    total: z.int(),
    /** How many flags each choice of `state` has, of the wanted kind. */
    counts: flagCountsSchema,
  }),
})

export const decideFlag = endpoint('POST /api/proxy/admin/flags/{flagId}', {
  by: 'admin',
  summary: 'Moves a flag on: takes down what it is about, leaves it, or shows it again.',
  refusals: ['not_found', 'flag_moved', 'words_deleted'],
  input: z
    .object({
      flagId,
      step: z.enum(decisionSteps),
      claim: writtenText({ blank: claimBlank, longest: maxClaimLength }).optional(),
      reason: reasonSchema.optional(),
      note: optionalNoteSchema,
    })
    .superRefine(({ step, claim, reason, note }, { addIssue }) => {
      // The author answers it by a counter-notice.
      if (step === 'uphold' && claim === undefined)
        addIssue({ code: 'custom', path: ['claim'], message: claimBlank })
      // Nobody is told that a review begins; of everything else somebody is told why.
      if (step === 'review' && note === undefined)
        addIssue({ code: 'custom', path: ['note'], message: noteBlank })
      if (step !== 'review' && reason === undefined)
        addIssue({ code: 'custom', path: ['reason'], message: reasonBlank })
    }),
  output: flagSchema,
})

export const listTakeDowns = endpoint('GET /api/proxy/artists/take-downs', {
  by: 'artist',
  summary:
    'The flags that took own tracks down, with what was claimed and decided; never who reported them.',
  input: z.object({}),
  output: z.object({ takeDowns: z.array(takeDownSchema) }),
})

export const counterFlag = endpoint('POST /api/proxy/flags/{flagId}/counter-notice', {
  by: 'user',
  summary:
    'The artist of a track, or the author of words, that were taken down says why they should be shown, once for each flag.',
  refusals: ['not_found', 'flag_moved'],
  input: z.object({
    flagId,
    text: writtenText({ blank: counterNoticeBlank, longest: maxCounterNoticeLength }),
  }),
  output: anyTakeDownSchema,
})
