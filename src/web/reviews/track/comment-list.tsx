// The comments on a track, in the server's order: newest first.

import { Suspense } from 'react'
import type { CommentList as CommentPage } from '#contracts/review-schemas.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { ReportButton } from '../report-button.tsx'
import { ReviewHead, ReviewText } from '../review-head.tsx'
import type { CommentWithActionsProps } from './comment-with-actions.tsx'
import { ratingMessages } from './rating-messages.ts'

const CommentWithActions = lazyOr(() => import('./comment-with-actions.tsx'), TextAlone)

type CommentListProps = Pick<CommentPage, 'comments'> & {
  /** Whether the user of this tab wrote it. */
  own?: ReadonlyMap<string, { canBeEdited: boolean }>
  /** True for a user who may remove every comment. */
  isAdmin?: boolean
} & Pick<CommentWithActionsProps, 'path' | 'trackTitle' | 'onChanged'>

export function CommentList({ comments, own, isAdmin, ...changing }: CommentListProps) {
  if (comments.length === 0) {
    return (
      <p className="muted">
        {ratingMessages.commentsEmpty} {ratingMessages.commentsInvitation}
      </p>
    )
  }
  return (
    <ul className="comments">
      {comments.map((comment) => {
        const ownership = own?.get(comment.id)
        const text = <ReviewText>{comment.text}</ReviewText>
        return (
          <li key={comment.id}>
            <ReviewHead review={comment} />
            {ownership || isAdmin ? (
              <Suspense fallback={text}>
                <CommentWithActions comment={comment} ownership={ownership} {...changing}>
                  {text}
                </CommentWithActions>
              </Suspense>
            ) : (
              <>
                {text}
                <div className="comment-actions">
                  <ReportButton kind="comment" review={comment} path={changing.path} />
                </div>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function TextAlone({ children }: CommentWithActionsProps) {
  return children
}
