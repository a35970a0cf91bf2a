import { useState } from 'react'
import type { commentOnTrack } from '#contracts/ratings.ts'
import { request } from '#web/api/browser.ts'
import { useForm } from '#web/forms/use-form.ts'
import { storeDraft, takeDraft } from './comment-draft.ts'
import { CommentFields } from './comment-fields.tsx'

type CommentFormProps = { trackId: string; path: string; onAdded: () => void }

export function CommentForm({ trackId, path, onAdded }: CommentFormProps) {
  const [draft, setDraft] = useState(() => takeDraft(trackId))
  const form = useForm<typeof commentOnTrack>({
    contract: async () => (await import('#contracts/ratings.ts')).commentOnTrack,
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
    <form key={form.round} {...form.formProps} className="comment-form" aria-label="Comment">
      <CommentFields
        id="comment"
        label="Your comment"
        text={draft}
        submit="Post comment"
        form={form}
        path={path}
      />
    </form>
  )
}
