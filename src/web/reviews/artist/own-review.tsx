import { useId } from 'react'
import type { deleteReview, editReview } from '#contracts/reviews/reviews.ts'
import type { Review } from '#contracts/review-schemas.ts'
import { reviewErrors } from '#rules/errors/review-errors.ts'
import { maxReviewLength, reviewEditMinutes } from '#rules/reviews/review-limits.ts'
import { request } from '#web/api/browser.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TextForm } from '../text-form.tsx'
import { useOwnText } from '../use-own-text.tsx'
import { ReviewFailure } from './review-failure.tsx'
import { ReviewItem } from './review-item.tsx'
import { reviewMessages } from './review-messages.ts'

type OwnReviewProps = {
  review: Review
  artistName: string
  now: string
  /** With the sentence to announce. */
  onChanged: (sentence: string) => void
}

export function OwnReview(props: OwnReviewProps) {
  const { review, artistName, now, onChanged } = props
  const { form, actions } = useOwnText({
    what: 'review',
    canBeEdited: isRecent(review) && review.answer === null,
    place: 'comment-buttons',
    renderForm: (close) => <EditReview {...props} onClose={close} />,
    remove: () =>
      request<typeof deleteReview>('DELETE /api/proxy/reviews/{reviewId}', {
        reviewId: review.id,
      }),
    renderFailure: ({ message }) => (
      <Notice tone="danger" title={reviewMessages.deleteFailed}>
        {message}
      </Notice>
    ),
    onDeleted: () => onChanged(reviewMessages.deleted),
  })
  return (
    <ReviewItem review={review} artistName={artistName} now={now} text={form}>
      {isRecent(review) && review.answer !== null && (
        <p className="review-note">{reviewErrors.review_has_answer.message}</p>
      )}
      {actions}
    </ReviewItem>
  )
}

/** The server decides when the change is sent. */
function isRecent({ createdAt }: Review): boolean {
  return Date.now() - new Date(createdAt).getTime() < reviewEditMinutes * 60_000
}

type EditReviewProps = OwnReviewProps & { onClose: () => void }

function EditReview({ review, onChanged, onClose }: EditReviewProps) {
  const form = useForm<typeof editReview>({
    contract: async () => (await import('#contracts/reviews/reviews.ts')).editReview,
    constants: { reviewId: review.id },
    async send(fields) {
      // Sent unchanged, it would be marked as edited.
      if (fields.review.trim() === review.text) {
        onClose()
        return null
      }
      return request<typeof editReview>('PATCH /api/proxy/reviews/{reviewId}', fields)
    },
    onDone() {
      onClose()
      onChanged(reviewMessages.changed)
    },
  })
  return (
    <TextForm
      id={useId()}
      name="review"
      label="Edit your review"
      text={review.text}
      longest={maxReviewLength}
      submit="Save"
      submitting="Saving…"
      form={form}
      renderFailure={(refused) => (
        <ReviewFailure title={reviewMessages.changeFailed} refused={refused} />
      )}
      onCancel={onClose}
    />
  )
}
