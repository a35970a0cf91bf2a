import type { ReactNode } from 'react'
import type { deleteComment, editComment } from '#contracts/reviews/ratings.ts'
import type { Comment } from '#contracts/review-schemas.ts'
import { maxCommentLength } from '#rules/reviews/review-limits.ts'
import { request } from '#web/api/browser.ts'
import { useForm } from '#web/forms/use-form.ts'
import { TextForm } from '../text-form.tsx'
import { useOwnText } from '../use-own-text.tsx'
import { submissionMessages } from './submission-messages.ts'
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

/** Within the list, where several own comments have the same buttons. */
export function OwnComment(props: OwnCommentProps) {
  const { comment, canBeEdited, path, children, onChanged } = props
  const { form, actions } = useOwnText({
    what: 'comment',
    which: ` “${startOf(comment.text)}”`,
    canBeEdited,
    place: 'comment-actions',
    renderForm: (close) => <EditComment {...props} onClose={close} />,
    remove: () =>
      request<typeof deleteComment>('DELETE /api/proxy/comments/{commentId}', {
        commentId: comment.id,
      }),
    renderFailure: (refused) => (
      <SubmissionFailure
        refused={refused}
        sentence={submissionMessages.deletionFailed}
        path={path}
      />
    ),
    onDeleted: () => onChanged(submissionMessages.commentDeleted),
  })
  return (
    <>
      {form ?? children}
      {actions}
    </>
  )
}

/** Its first words, of up to 40 characters. */
function startOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= 40 ? line : `${line.slice(0, 40).replace(/\s\S*$/u, '')}…`
}

type EditCommentProps = OwnCommentProps & { onClose: () => void }

function EditComment({ comment, path, onChanged, onClose }: EditCommentProps) {
  const form = useForm<typeof editComment>({
    contract: async () => (await import('#contracts/reviews/ratings.ts')).editComment,
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
      onChanged(submissionMessages.commentChanged)
    },
  })
  return (
    <TextForm
      id={`comment-${comment.id}`}
      name="comment"
      label="Edit your comment"
      text={comment.text}
      longest={maxCommentLength}
      submit="Save"
      submitting="Sending…"
      form={form}
      renderFailure={(refused) => (
        <SubmissionFailure
          refused={refused}
          sentence={submissionMessages.commentFailed}
          path={path}
        />
      )}
      onCancel={onClose}
    />
  )
}
