import {
  addReview,
  answerReview,
  deleteReview,
  editReview,
  listReviews,
} from '#contracts/artists/reviews.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { inlineReviews } from '#rules/artists/review-limits.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { refuseUnverifiedEmail } from '#server/http/session.ts'
import { changeReview, removeReview, storeAnswer, storeReview } from './review-commands.ts'
import { findReviews } from './review-queries.ts'

type Deps = {
  db: Db
  /** Only users who have confirmed their email may review artists. */
  reviewsNeedEmail: boolean
}

export function reviewRoutes({ serve }: Serving, { db, reviewsNeedEmail }: Deps) {
  serve(listReviews, async ({ input }) => {
    const found = await findReviews(db, input)
    if (!found) throw new Refusal('not_found')
    return {
      reviews: found.reviews,
      totalReviews: found.total,
      totalPages: found.pages,
      currentPage: found.page,
    }
  })

  serve(addReview, async ({ input, user }) => {
    if (reviewsNeedEmail) refuseUnverifiedEmail(user)
    const { artistId, review: text } = input
    await storeReview(db, { artistId, authorId: user.id, text })
    const shown = { orderBy: 'date-added', page: 1, limit: inlineReviews.afterAdding } as const
    const found = await findReviews(db, { artistId, ...shown })
    // No artist any more: banned since the review was stored.
    return { reviews: found?.reviews ?? [], numOfReviews: found?.total ?? 0 }
  })

  serve(editReview, async ({ input, user }) =>
    changeReview(db, { id: input.reviewId, authorId: user.id, text: input.review }),
  )

  serve(deleteReview, async ({ input, user }) => {
    await removeReview(db, { id: input.reviewId, authorId: user.id })
    return {}
  })

  serve(answerReview, async ({ input, user }) =>
    storeAnswer(db, { id: input.reviewId, artistId: user.id, text: input.answer }),
  )
}
