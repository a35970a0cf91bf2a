import {
  commentOnTrack,
  deleteComment,
  editComment,
  getOwnReviews,
  rateTrack,
} from '#contracts/reviews/ratings.ts'
import {
  addReview,
  answerReview,
  deleteReview,
  editReview,
  listReviews,
} from '#contracts/reviews/reviews.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { inlineReviews } from '#rules/reviews/review-limits.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { refuseUnverifiedEmail } from '#server/http/session.ts'
import { storeAnswer } from './answer-commands.ts'
import { findOwnReviews } from './own-review-queries.ts'
import { storeRating } from './rating-commands.ts'
import { changeReview, removeReview, storeReview } from './review-commands.ts'
import { artistReviews, trackComments } from './review-kinds.ts'
import { findReviews } from './review-queries.ts'
import type { RatingRules } from './track-admission.ts'

type Deps = RatingRules & {
  db: Db
  /** Only users who have confirmed their email may review artists. */
  reviewsNeedEmail: boolean
}

export function reviewRoutes(serving: Serving, deps: Deps) {
  serveTrackReviews(serving, deps)
  serveArtistReviews(serving, deps)
}

function serveTrackReviews({ serve }: Serving, deps: Deps) {
  const { db } = deps

  serve(rateTrack, async ({ input, user }) =>
    storeRating(db, { userId: user.id, trackId: input.trackId, stars: input.rating }, deps),
  )

  serve(commentOnTrack, async ({ input, user }) => {
    const { trackId: subjectId, comment: text } = input
    return storeReview(db, trackComments, { authorId: user.id, subjectId, text }, deps)
  })

  serve(getOwnReviews, async ({ input, user }) =>
    findOwnReviews(db, { userId: user.id, trackId: input.trackId }, deps),
  )

  serve(editComment, async ({ input, user }) => {
    const { commentId: id, comment: text } = input
    return changeReview(db, trackComments, { id, authorId: user.id, text })
  })

  serve(deleteComment, async ({ input, user }) => {
    await removeReview(db, trackComments, { id: input.commentId, authorId: user.id })
    return {}
  })
}

function serveArtistReviews({ serve }: Serving, deps: Deps) {
  const { db, reviewsNeedEmail } = deps

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
    await storeReview(db, artistReviews, { authorId: user.id, subjectId: artistId, text }, deps)
    const shown = { orderBy: 'date-added', page: 1, limit: inlineReviews.afterAdding } as const
    const found = await findReviews(db, { artistId, ...shown })
    // No artist any more: banned since the review was stored.
    return { reviews: found?.reviews ?? [], numOfReviews: found?.total ?? 0 }
  })

  serve(editReview, async ({ input, user }) => {
    const { reviewId: id, review: text } = input
    return changeReview(db, artistReviews, { id, authorId: user.id, text })
  })

  serve(deleteReview, async ({ input, user }) => {
    await removeReview(db, artistReviews, { id: input.reviewId, authorId: user.id })
    return {}
  })

  serve(answerReview, async ({ input, user }) =>
    storeAnswer(db, { id: input.reviewId, artistId: user.id, text: input.answer }),
  )
}
