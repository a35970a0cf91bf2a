// What ratings and comments may be.

export const fewestStars = 1
export const mostStars = 5

/** In characters. */
export const longestComment = 1000

/** How long its author can change a comment; deleting it has no limit. */
export const commentEditMinutes = 15

export const commentPageSize = 20
/** As far as a URL can page. */
export const lastCommentPage = 10_000

const minuteMs = 60_000

/** What one user may do in a period. Changes of comments count as comments. */
export const opinionLimits = {
  ratings: [{ most: 20, periodMs: minuteMs }],
  comments: [
    { most: 5, periodMs: minuteMs },
    { most: 40, periodMs: 60 * minuteMs },
  ],
} as const

/** The page of comments in a URL; an invalid value is read as the first. */
export function readCommentPage(value: unknown): number {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= lastCommentPage ? page : 1
}
