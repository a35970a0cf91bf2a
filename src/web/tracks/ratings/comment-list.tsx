// The comments on a track, in the server's order: newest first.

import { avatarForSide } from '#rules/artists/avatars.ts'
import { Suspense } from 'react'
import type { Comment, CommentList as CommentPage } from '#contracts/tracks.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { CommentText } from './comment-text.tsx'
import type { CommentWithActionsProps } from './comment-with-actions.tsx'
import { ratingMessages } from './rating-messages.ts'

const CommentWithActions = lazyOr(() => import('./comment-with-actions.tsx'), TextAlone)

type CommentListProps = Pick<CommentPage, 'comments'> & {
  /** Whether the user of this tab wrote it. */
  own?: ReadonlyMap<string, { canBeEdited: boolean }>
  /** Of a user who may remove every comment. */
  isAdmin?: boolean
} & Pick<CommentWithActionsProps, 'path' | 'trackTitle' | 'onChanged'>

export function CommentList({ comments, own, isAdmin, ...changing }: CommentListProps) {
  if (comments.length === 0) {
    return (
      <p className="text-ink-2">
        {ratingMessages.commentsEmpty} {ratingMessages.commentsInvitation}
      </p>
    )
  }
  return (
    <ul className="comments">
      {comments.map((comment) => {
        const ownership = own?.get(comment.id)
        const text = <CommentText comment={comment} />
        return (
          <li key={comment.id}>
            <CommentHead comment={comment} />
            {ownership || isAdmin ? (
              <Suspense fallback={text}>
                <CommentWithActions comment={comment} ownership={ownership} {...changing}>
                  {text}
                </CommentWithActions>
              </Suspense>
            ) : (
              text
            )}
          </li>
        )
      })}
    </ul>
  )
}

function CommentHead({ comment }: { comment: Comment }) {
  const name = comment.user?.username || ratingMessages.commentAuthorUnknown
  return (
    <p className="comment-head">
      <Avatar name={name} image={avatarForSide(comment.user?.avatar ?? null, 24)} />
      <b>
        <bdi>{name}</bdi>
      </b>
      {comment.isVerifiedBuyer && (
        <span className="verified-buyer">
          <span aria-hidden="true">✓</span> Verified buyer
        </span>
      )}
      <DateText iso={comment.createdAt} />
      {comment.isEdited && <span className="comment-edited">edited</span>}
    </p>
  )
}

function TextAlone({ children }: CommentWithActionsProps) {
  return children
}
