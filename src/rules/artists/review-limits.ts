// Limits of reviews of artists, and of following artists.

/** In characters. */
export const longestReview = 2000
/** Of an artist's answer. */
export const longestAnswer = 1000

/** How long its author can change a review; deleting it has no limit. */
export const reviewEditMinutes = 15

export const reviewPageSize = 10
/** As far as a URL can page. */
export const lastReviewPage = 10_000

/** The page of all reviews in the URL of an artist's page; without it, or with an invalid value, the profile's few. */
export function readReviewPage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= lastReviewPage ? page : undefined
}

/** In a profile, without paging: so many before and after a review has been added. */
export const inlineReviews = { before: 2, afterAdding: 3 } as const

export const reviewSorts = ['date-added', 'date-added/ascending'] as const
export type ReviewSort = (typeof reviewSorts)[number]

const minuteMs = 60_000
/** What one user may write in a period, changes included. */
export const reviewLimits = [
  { most: 5, periodMs: minuteMs },
  { most: 30, periodMs: 60 * minuteMs },
] as const

/** Follows and unfollows of one user. */
export const followLimits = [{ most: 60, periodMs: minuteMs }] as const
