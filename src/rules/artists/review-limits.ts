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
