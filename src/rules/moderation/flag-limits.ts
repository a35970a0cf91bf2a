// What a flag may be.

export const flagTypes = ['copyright', 'dmca', 'other'] as const
export type FlagType = (typeof flagTypes)[number]

/** In characters. */
export const longestFlagReason = 2000
export const longestClaim = 500
export const longestCounterNotice = 2000

const minuteMs = 60_000

/** Flags of one user in a period. */
export const flagLimits = [
  { most: 5, periodMs: minuteMs },
  { most: 30, periodMs: 24 * 60 * minuteMs },
] as const
