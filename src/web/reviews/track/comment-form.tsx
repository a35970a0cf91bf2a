import { useState } from 'react'
import type { commentOnTrack } from '#contracts/reviews/ratings.ts'
import { maxCommentLength } from '#rules/reviews/review-limits.ts'
import { request } from '#web/api/browser.ts'
import { useForm } from '#web/forms/use-form.ts'
import { TextForm } from '../text-form.tsx'
import { storeDraft, takeDraft } from './comment-draft.ts'
import { submissionMessages } from './submission-messages.ts'
import { SubmissionFailure } from './submission-failure.tsx'

type CommentFormProps = { trackId: string; path: string; onAdded: () => void }

export function CommentForm({ trackId, path, onAdded }: CommentFormProps) {
  const [draft, setDraft] = useState(() => takeDraft(trackId))
  const form = useForm<typeof commentOnTrack>({
    contract: async () => (await import('#contracts/reviews/ratings.ts')).commentOnTrack,
    constants: { trackId },
    async send(fields) {
      const result = await request<typeof commentOnTrack>(
        'POST /api/proxy/tracks/comment/{trackId}',
        fields,
      )
      if (!result.ok && result.status === 401) storeDraft(trackId, fields.comment)
      return result
    },
    onDone() {
      setDraft('')
      onAdded()
    },
  })
  return (
    <TextForm
      key={form.round}
      id="comment"
      name="comment"
      label="Your comment"
      text={draft}
      longest={maxCommentLength}
      submit="Post comment"
      submitting="Sending…"
      form={form}
      renderFailure={(refused) => (
        <SubmissionFailure
          refused={refused}
          sentence={submissionMessages.commentFailed}
          path={path}
        />
      )}
    />
  )
}
