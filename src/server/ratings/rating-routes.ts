import {
  commentOnTrack,
  deleteComment,
  editComment,
  getOwnOpinion,
  rateTrack,
} from '#contracts/ratings.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { addComment, changeComment, removeComment } from './comment-commands.ts'
import type { RatingRules } from './rating-admission.ts'
import { storeRating } from './rating-commands.ts'
import { findOwnOpinion } from './rating-queries.ts'

export function ratingRoutes({ serve }: Serving, deps: { db: Db } & RatingRules) {
  const { db } = deps

  serve(rateTrack, async ({ input, user }) =>
    storeRating(db, { userId: user.id, trackId: input.trackId, stars: input.rating }, deps),
  )

  serve(commentOnTrack, async ({ input, user }) =>
    addComment(db, { userId: user.id, trackId: input.trackId, text: input.comment }, deps),
  )

  serve(getOwnOpinion, async ({ input, user }) =>
    findOwnOpinion(db, { userId: user.id, trackId: input.trackId }, deps),
  )

  serve(editComment, async ({ input, user }) =>
    changeComment(db, { id: input.commentId, userId: user.id, text: input.comment }),
  )

  serve(deleteComment, async ({ input, user }) => {
    await removeComment(db, { id: input.commentId, userId: user.id })
    return {}
  })
}
