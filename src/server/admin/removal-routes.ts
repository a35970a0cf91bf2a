import { removeComment, removeReview } from '#contracts/admin/removals.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { artistReviews, trackComments } from '#server/reviews/review-kinds.ts'
import { removeByAdmin } from './removals.ts'

export function removalRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(removeComment, async ({ input: { commentId: id, ...words }, user }) => {
    await removeByAdmin(db, trackComments, { id, adminId: user.id, ...words })
    return {}
  })

  serve(removeReview, async ({ input: { reviewId: id, ...words }, user }) => {
    await removeByAdmin(db, artistReviews, { id, adminId: user.id, ...words })
    return {}
  })
}
