// The reviews in an artist's profile, one of each author, and the number of all.

import { useState } from 'react'
import type { z } from 'zod'
import type { getArtist } from '#contracts/artists/artists.ts'
import type { addReview } from '#contracts/reviews/reviews.ts'
import type { Review } from '#contracts/review-schemas.ts'
import { inlineReviews } from '#rules/reviews/review-limits.ts'
import { request } from '#web/api/browser.ts'

type Summary = { reviews: Review[]; total: number }

export type ReviewSummary = Summary & {
  /** After a review has been added: with it, and those of other authors before it. */
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
      setSummary({
        reviews: withAdded(summary.reviews, reviews[0]).slice(0, inlineReviews.afterAdding),
        total: numOfReviews,
      }),
    async reload() {
      const result = await request<typeof getArtist>('GET /public/users/{id}', { id: artistId })
      // Otherwise the old ones stay: the dialog above them says what has failed.
      if (result.ok) setSummary({ reviews: result.value.reviews, total: result.value.numOfReviews })
    },
  }
}

function withAdded(shown: Review[], added: Review | undefined): Review[] {
  if (!added) return shown
  return [added, ...shown.filter(({ user }) => user?.id !== added.user?.id)]
}
