// The comments on a track, as its page shows them.

import { sql } from 'kysely'
import type { Comment, CommentList } from '#contracts/review-schemas.ts'
import { commentPageSize } from '#rules/reviews/review-limits.ts'
import type { Db } from '#server/db/client.ts'
import { fixedQuery } from '#server/db/fixed-query.ts'

/** Newest first. A page after the last one is the last one. */
export async function findCommentPage(
  db: Db,
  { trackId, page }: { trackId: string; page: number },
): Promise<CommentList> {
  const [counted] = await countComments(db, trackId)
  const totalComments = counted?.count ?? 0
  const commentPages = Math.max(1, Math.ceil(totalComments / commentPageSize))
  const commentPage = Math.min(page, commentPages)
  const rows =
    totalComments === 0 ? [] : await commentsOf(db, trackId, (commentPage - 1) * commentPageSize)
  return { comments: rows.map(presentComment), totalComments, commentPage, commentPages }
}

const countComments = fixedQuery((db, trackId: string) =>
  db
    .selectFrom('comments')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('track_id', '=', trackId)
    .where('taken_down_at', 'is', null),
)

const commentsOf = fixedQuery((db, trackId: string, offset: number) =>
  presentedComments(db)
    .where('comments.track_id', '=', trackId)
    .where('comments.taken_down_at', 'is', null)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(commentPageSize)
    .offset(offset),
)

export async function findComment(db: Db, id: string): Promise<Comment> {
  const row = await presentedComments(db).where('comments.id', '=', id).executeTakeFirstOrThrow()
  return presentComment(row)
}

/** The author's name is null once the account is gone. */
function presentedComments(db: Db) {
  return db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select([
      'comments.id',
      'comments.text',
      'comments.created_at',
      'comments.edited_at',
      'users.username',
      'users.avatar',
      sql<boolean>`exists (
        select from entitlements
        where entitlements.user_id = comments.user_id and entitlements.track_id = comments.track_id
      )`.as('is_verified_buyer'),
    ])
}

function presentComment(row: {
  id: string
  text: string
  created_at: Date
  edited_at: Date | null
  username: string | null
  avatar: string | null
  is_verified_buyer: boolean
}): Comment {
  return {
    id: row.id,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    user: row.username === null ? null : { username: row.username, avatar: row.avatar },
    isVerifiedBuyer: row.is_verified_buyer,
    isEdited: row.edited_at !== null,
  }
}
