// The newest reviews in an artist's profile, and their number.

import { useState } from 'react'
import type { z } from 'zod'
import type { addReview, Review } from '#contracts/artists/reviews.ts'
import { inlineReviews } from '#rules/artists/review-limits.ts'
import { fetchReviews } from './review-calls.ts'

type Summary = { reviews: Review[]; total: number }

export type ReviewSummary = Summary & {
  /** After a review has been added: with it, and those before it. */
  showAdded: (added: z.output<(typeof addReview)['output']>) => void
  /** After another change. */
  reload: () => Promise<void>
}

export function useReviewSummary(
  artistId: string,
  initial: { reviews: Review[]; numOfReviews: number },
): ReviewSummary {
  const [summary, setSummary] = useState<Summary>({
    reviews: initial.reviews,
    total: initial.numOfReviews,
  })
  return {
    ...summary,
    showAdded: ({ reviews, numOfReviews }) =>
      setSummary({ reviews: reviews.slice(0, inlineReviews.afterAdding), total: numOfReviews }),
    async reload() {
      const limit = Math.max(inlineReviews.before, summary.reviews.length)
      const result = await fetchReviews({ artistId, limit })
      // Otherwise the old ones stay: the dialog above them says what has failed.
      if (result.ok) setSummary({ reviews: result.value.reviews, total: result.value.totalReviews })
    },
  }
}
