import { removeComment, removeReview } from '#contracts/admin/removals.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import * as removals from './removals.ts'

export function removalRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(removeComment, async ({ input: { commentId: id, ...words }, user }) => {
    await removals.removeComment(db, { id, adminId: user.id, ...words })
    return {}
  })

  serve(removeReview, async ({ input: { reviewId: id, ...words }, user }) => {
    await removals.removeReview(db, { id, adminId: user.id, ...words })
    return {}
  })
}
