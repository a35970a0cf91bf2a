// Endpoints of flags: users report a track, admins decide, the artist answers.

import { z } from 'zod'
import { adminSearchFields } from '#rules/admin/admin-search.ts'
import { claimBlank, counterNoticeBlank, flagReasonBlank } from '#rules/errors/flag-errors.ts'
import {
  flagTypes,
  longestClaim,
  longestCounterNotice,
  longestFlagReason,
} from '#rules/moderation/flag-limits.ts'
import {
  decisionSteps,
  defaultFlagView,
  flagProcess,
  flagViews,
  type FlagView,
} from '#rules/moderation/flag-process.ts'
import { pageField, pagingFields } from '../admin/audit-log.ts'
import { noteBlank, reasonBlank } from '#rules/errors/admin-errors.ts'
import { optionalNoteSchema, reasonSchema } from '../admin/reason.ts'
import { readBy } from '../catalogue.ts'
import { endpoint } from '../endpoint.ts'
import { writtenText } from '../written-text.ts'

const statusSchema = z.enum(flagProcess.statuses)
const flagId = z.uuid()

/** The track as it was when it was flagged. */
export const flaggedTrackSchema = z.object({
  title: z.string(),
  originalArtist: z.string(),
  description: z.string(),
  artistId: z.string(),
  artistName: z.string(),
  licenceStatus: z.string(),
  licensedFrom: z.string().nullable(),
  /** Of the recording. */
  sha256: z.string(),
})

/** As those concerned were told it. */
const decisionSchema = z.object({ reason: z.string(), decidedAt: z.iso.datetime() })
/** What was claimed, in the words of the admin who upheld the flag; null before that. */
const claimSchema = z.string().nullable()
const counterNoticeSchema = z.object({ text: z.string(), sentAt: z.iso.datetime() })

export const flagTrack = endpoint('POST /api/proxy/flags/track/{trackId}', {
  by: 'user',
  summary: 'Flags a track for the admins; a user has one open flag for a track.',
  loginRefusal: 'flag_login_required',
  refusals: ['not_found', 'own_flag', 'already_flagged', 'too_many_flags'],
  input: z.object({
    trackId: z.uuid(),
    type: z.enum(flagTypes, 'Please choose what this is about.'),
    reason: writtenText({ blank: flagReasonBlank, longest: longestFlagReason }),
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

const flagSchema = z.object({
  id: z.string(),
  trackId: z.string(),
  type: z.enum(flagTypes),
  reason: z.string(),
  status: statusSchema,
  createdAt: z.iso.datetime(),
  /** Null once the account is deleted. */
  reporter: z.object({ id: z.string(), username: z.string() }).nullable(),
  /** The admin who began to review it; null once the account is deleted, too. */
  reviewer: z.object({ id: z.string(), name: z.string() }).nullable(),
  flagged: flaggedTrackSchema,
  /** Whether visitors see the track now. */
  isListed: z.boolean(),
  /** Of the same track, this one included. */
  flagsOfTrack: z.int(),
  claim: claimSchema,
  decision: decisionSchema.nullable(),
  counterNotice: counterNoticeSchema.nullable(),
})
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
    page: pageField,
  }),
  output: z.object({
    flags: z.array(flagSchema),
    ...pagingFields,
    /** How many flags each choice of `state` has. */
    counts: flagCountsSchema,
  }),
})

export const decideFlag = endpoint('POST /api/proxy/admin/flags/{flagId}', {
  by: 'admin',
  summary: 'Moves a flag on: takes its track down, leaves it listed, or lists it again.',
  refusals: ['not_found', 'flag_moved'],
  input: z
    .object({
      flagId,
      step: z.enum(decisionSteps),
      claim: writtenText({ blank: claimBlank, longest: longestClaim }).optional(),
      reason: reasonSchema.optional(),
      note: optionalNoteSchema,
    })
    .superRefine(({ step, claim, reason, note }, { addIssue }) => {
      // The artist answers it by a counter-notice.
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

const takeDownSchema = z.object({
  id: z.string(),
  trackId: z.string(),
  title: z.string(),
  type: z.enum(flagTypes),
  status: statusSchema,
  claim: claimSchema,
  decision: decisionSchema.nullable(),
  counterNotice: counterNoticeSchema.nullable(),
})
export type TakeDown = z.infer<typeof takeDownSchema>

export const listTakeDowns = endpoint('GET /api/proxy/artists/take-downs', {
  by: 'artist',
  summary:
    'The flags that took own tracks down, with what was claimed and decided; never who reported them.',
  input: z.object({}),
  output: z.object({ takeDowns: z.array(takeDownSchema) }),
})

export const counterFlag = endpoint('POST /api/proxy/flags/{flagId}/counter-notice', {
  by: 'artist',
  summary:
    'The artist of a track that was taken down says why it may be offered, once for each flag.',
  refusals: ['not_found', 'flag_moved'],
  input: z.object({
    flagId,
    text: writtenText({ blank: counterNoticeBlank, longest: longestCounterNotice }),
  }),
  output: takeDownSchema,
})
