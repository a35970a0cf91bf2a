// An own comment, which its author can change for a while and delete at any time.

import { useEffect, useState, type ReactNode } from 'react'
import type { deleteComment, editComment } from '#contracts/ratings.ts'
import type { Comment } from '#contracts/tracks.ts'
import { request } from '#web/api/browser.ts'
import { DeleteQuestion } from '#web/forms/delete-question.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CommentFields } from './comment-fields.tsx'
import { ratingMessages } from './rating-messages.ts'
import { SubmissionFailure } from './submission-failure.tsx'

export type OwnCommentProps = {
  comment: Comment
  /** Its text as everyone reads it. */
  children: ReactNode
  canBeEdited: boolean
  path: string
  /** The sentence to announce. */
  onChanged: (sentence: string) => void
}

export function OwnComment(props: OwnCommentProps) {
  const { comment, canBeEdited, children } = props
  const [mode, setMode] = useState<'shown' | 'edited' | 'deleted'>('shown')
  const close = () => setMode('shown')
  // Several own comments have the same buttons.
  const which = ` your comment “${startOf(comment.text)}”`
  if (mode === 'edited') return <EditComment {...props} onClose={close} />
  return (
    <>
      {children}
      {mode === 'deleted' ? (
        <DeleteComment {...props} onClose={close} />
      ) : (
        <div className="comment-actions">
          {canBeEdited && (
            <Button variant="ghost" size="sm" onClick={() => setMode('edited')}>
              Edit<span className="sr-only">{which}</span>
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => setMode('deleted')}>
            Delete<span className="sr-only">{which}</span>
          </Button>
        </div>
      )}
    </>
  )
}

/** Its first words, of up to 40 characters. */
function startOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= 40 ? line : `${line.slice(0, 40).replace(/\s\S*$/u, '')}…`
}

type OpenProps = OwnCommentProps & { onClose: () => void }

function EditComment({ comment, path, onChanged, onClose }: OpenProps) {
  const id = `comment-${comment.id}`
  const form = useForm<typeof editComment>({
    contract: async () => (await import('#contracts/ratings.ts')).editComment,
    constants: { commentId: comment.id },
    async send(fields) {
      // Sent unchanged, it would be marked as edited.
      if (fields.comment.trim() === comment.text) {
        onClose()
        return null
      }
      return request<typeof editComment>('PATCH /api/proxy/comments/{commentId}', fields)
    },
    onDone() {
      onClose()
      onChanged(ratingMessages.commentChanged)
    },
  })
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return (
    <form {...form.formProps} className="comment-form" aria-label="Edit comment">
      <CommentFields
        id={id}
        label="Edit your comment"
        text={comment.text}
        submit="Save"
        form={form}
        path={path}
      >
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </CommentFields>
    </form>
  )
}

function DeleteComment({ comment, path, onChanged, onClose }: OpenProps) {
  return (
    <DeleteQuestion
      what="comment"
      remove={() =>
        request<typeof deleteComment>('DELETE /api/proxy/comments/{commentId}', {
          commentId: comment.id,
        })
      }
      renderFailure={(refused) => (
        <SubmissionFailure refused={refused} sentence={ratingMessages.deletionFailed} path={path} />
      )}
      onDeleted={() => onChanged(ratingMessages.commentDeleted)}
      onClose={onClose}
    />
  )
}
