// What users say about tracks and artists: stars and comments of a track, reviews of an artist and the artist's answers.

export const minStars = 1
export const maxStars = 5

/** In characters. */
export const maxCommentLength = 1000
export const maxReviewLength = 2000
/** The longest answer of an artist to a review. */
export const maxAnswerLength = 1000

/** How long its author can change a comment or a review; deleting it has no limit. */
export const reviewEditMinutes = 15

export const commentPageSize = 20
export const reviewPageSize = 10
/** As far as a URL can page. */
export const lastReviewPage = 10_000

/** The page of comments or reviews in a URL; undefined without one, and for an invalid value. */
export function readReviewPage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= lastReviewPage ? page : undefined
}

/** The page of comments in the URL of a track's page, which shows the first without it. */
export function readCommentPage(value: unknown): number {
  return readReviewPage(value) ?? 1
}

/** In a profile, without paging: so many before and after a review has been added. */
export const inlineReviews = { before: 2, afterAdding: 3 } as const

export const reviewSorts = ['date-added', 'date-added/ascending'] as const
export type ReviewSort = (typeof reviewSorts)[number]

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What one user may do in a period. Changes count like new ones, and answers like reviews. */
export const reviewLimits = {
  ratings: [{ max: 20, periodMs: minuteMs }],
  comments: [
    { max: 5, periodMs: minuteMs },
    { max: 40, periodMs: hourMs },
  ],
  reviews: [
    { max: 5, periodMs: minuteMs },
    { max: 30, periodMs: hourMs },
  ],
} as const
