// A comment with what the user of this tab can do with it: its author changes and deletes it, an admin removes it.

import { RemoveCommentButton } from '#web/admin/remove-buttons.tsx'
import { authorName } from '../author-name.ts'
import { OwnComment, type OwnCommentProps } from './own-comment.tsx'

export type CommentWithActionsProps = Omit<OwnCommentProps, 'canBeEdited'> & {
  /** For its author. */
  ownership: Pick<OwnCommentProps, 'canBeEdited'> | undefined
  trackTitle: string
}

export default function CommentWithActions(all: CommentWithActionsProps) {
  const { ownership, trackTitle, ...props } = all
  if (ownership) return <OwnComment {...props} {...ownership} />
  const { comment, onChanged, children } = props
  return (
    <>
      {children}
      <div className="comment-actions">
        <RemoveCommentButton
          id={comment.id}
          author={authorName(comment.user)}
          of={trackTitle}
          onRemoved={onChanged}
        />
      </div>
    </>
  )
}
