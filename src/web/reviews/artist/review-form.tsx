import { useId } from 'react'
import type { z } from 'zod'
import type { addReview } from '#contracts/reviews/reviews.ts'
import { maxReviewLength } from '#rules/reviews/review-limits.ts'
import { request } from '#web/api/browser.ts'
import { useForm } from '#web/forms/use-form.ts'
import { TextForm } from '../text-form.tsx'
import { ReviewFailure } from './review-failure.tsx'
import { reviewMessages } from './review-messages.ts'

type ReviewFormProps = {
  artistId: string
  onAdded: (added: z.output<(typeof addReview)['output']>) => void
  onCancel: () => void
}

export function ReviewForm({ artistId, onAdded, onCancel }: ReviewFormProps) {
  const form = useForm<typeof addReview>({
    contract: async () => (await import('#contracts/reviews/reviews.ts')).addReview,
    constants: { artistId },
    send: (fields) => request<typeof addReview>('POST /api/proxy/users/review/{artistId}', fields),
    onDone: onAdded,
  })
  return (
    <TextForm
      id={useId()}
      name="review"
      label="Write a Review"
      longest={maxReviewLength}
      submit="Post Review"
      submitting="Posting..."
      form={form}
      renderFailure={(refused) => (
        <ReviewFailure title={reviewMessages.addFailed} refused={refused} />
      )}
      onCancel={onCancel}
    />
  )
}
