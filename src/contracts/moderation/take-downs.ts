// A flag as the author of what it took down reads it: never who sent it, nor in which words.

import { z } from 'zod'
import { flaggedWords, flagTypes, wordFlagTypes } from '#rules/moderation/flag-limits.ts'
import { flagProcess } from '#rules/moderation/flag-process.ts'

/** As those concerned were told it. */
const decisionSchema = z.object({ reason: z.string(), decidedAt: z.iso.datetime() })
const counterNoticeSchema = z.object({ text: z.string(), sentAt: z.iso.datetime() })

/** What has become of a flag. */
export const outcomeFields = {
  /** What was claimed, in the words of the admin who upheld the flag; null before that. */
  claim: z.string().nullable(),
  decision: decisionSchema.nullable(),
  counterNotice: counterNoticeSchema.nullable(),
}

const takeDownFields = {
  id: z.string(),
  status: z.enum(flagProcess.statuses),
  ...outcomeFields,
}

export const takeDownSchema = z.object({
  kind: z.literal('track'),
  trackId: z.string(),
  title: z.string(),
  type: z.enum(flagTypes),
  ...takeDownFields,
})
export type TakeDown = z.infer<typeof takeDownSchema>

export const removedWordsSchema = z.object({
  kind: z.enum(flaggedWords),
  /** The name of the artist or the commission, or the title of the track, that they are about. */
  title: z.string(),
  /** As they were when they were reported. */
  text: z.string(),
  type: z.enum(wordFlagTypes),
  ...takeDownFields,
})
export type RemovedWords = z.infer<typeof removedWordsSchema>

export const anyTakeDownSchema = z.discriminatedUnion('kind', [takeDownSchema, removedWordsSchema])
export type AnyTakeDown = z.infer<typeof anyTakeDownSchema>
