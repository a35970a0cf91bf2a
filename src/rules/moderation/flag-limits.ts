// The subjects and the reasons of flags, and their limits.

/**
 * What a user can flag: a track, what somebody wrote about an artist or a track, what an artist says of themself, or what
 * the other party wrote in the room of a commission.
 */
export const flagSubjectKinds = ['track', 'review', 'comment', 'profile', 'message'] as const
export type FlagSubjectKind = (typeof flagSubjectKinds)[number]

/** The kinds of words. */
export const flaggedWords = ['review', 'comment', 'profile', 'message'] as const
export type FlaggedWords = (typeof flaggedWords)[number]

/** The reasons to report a track. */
export const flagTypes = ['copyright', 'dmca', 'other'] as const
export type FlagType = (typeof flagTypes)[number]

/** The reasons to report words; `false` is an untrue statement, `personal` is personal data. */
export const wordFlagTypes = ['abuse', 'spam', 'false', 'personal', 'other'] as const
type WordFlagType = (typeof wordFlagTypes)[number]

export type AnyFlagType = FlagType | WordFlagType

/** In characters. */
export const maxFlagReasonLength = 2000
export const maxClaimLength = 500
export const maxCounterNoticeLength = 2000

const minuteMs = 60_000

/** Flags of one user in a period, whatever they are about. */
export const flagLimits = [
  { max: 5, periodMs: minuteMs },
  { max: 30, periodMs: 24 * 60 * minuteMs },
] as const
