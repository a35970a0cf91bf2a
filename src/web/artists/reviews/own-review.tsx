// What the author of a review can do with it.

import { useId, useState } from 'react'
import type { deleteReview, editReview, Review } from '#contracts/artists/reviews.ts'
import { longestReview, reviewEditMinutes } from '#rules/artists/review-limits.ts'
import { reviewErrors } from '#rules/errors/review-errors.ts'
import { request } from '#web/api/browser.ts'
import { DeleteQuestion } from '#web/forms/delete-question.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ReviewItem } from './review-item.tsx'
import { reviewMessages } from './review-messages.ts'
import { TextForm } from './text-form.tsx'

type OwnReviewProps = {
  review: Review
  artistName: string
  now: string
  /** With the sentence to announce. */
  onChanged: (sentence: string) => void
}

export function OwnReview(props: OwnReviewProps) {
  const { review, artistName, now } = props
  const [mode, setMode] = useState<'shown' | 'edited' | 'deleted'>('shown')
  const close = () => setMode('shown')
  const edit = mode === 'edited' ? <EditReview {...props} onClose={close} /> : undefined
  return (
    <ReviewItem review={review} artistName={artistName} now={now} text={edit}>
      {mode === 'deleted' && <DeleteReview {...props} onClose={close} />}
      {isRecent(review) && review.answer !== null && (
        <p className="review-note">{reviewErrors.review_has_answer.message}</p>
      )}
      {mode === 'shown' && (
        <div className="comment-buttons">
          {isRecent(review) && review.answer === null && (
            <Button variant="ghost" size="sm" onClick={() => setMode('edited')}>
              Edit<span className="sr-only"> your review</span>
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => setMode('deleted')}>
            Delete<span className="sr-only"> your review</span>
          </Button>
        </div>
      )}
    </ReviewItem>
  )
}

/** The server decides when the change is sent. */
function isRecent({ createdAt }: Review): boolean {
  return Date.now() - new Date(createdAt).getTime() < reviewEditMinutes * 60_000
}

type OpenProps = OwnReviewProps & { onClose: () => void }

function EditReview({ review, onChanged, onClose }: OpenProps) {
  const form = useForm<typeof editReview>({
    contract: async () => (await import('#contracts/artists/reviews.ts')).editReview,
    constants: { reviewId: review.id },
    send: (fields) => request<typeof editReview>('PATCH /api/proxy/reviews/{reviewId}', fields),
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
      longest={longestReview}
      submit="Save"
      submitting="Saving…"
      form={form}
      failed={reviewMessages.changeFailed}
      onCancel={onClose}
    />
  )
}

function DeleteReview({ review, onChanged, onClose }: OpenProps) {
  return (
    <DeleteQuestion
      what="review"
      remove={() =>
        request<typeof deleteReview>('DELETE /api/proxy/reviews/{reviewId}', {
          reviewId: review.id,
        })
      }
      renderFailure={({ message }) => (
        <Notice tone="danger" title={reviewMessages.deleteFailed}>
          {message}
        </Notice>
      )}
      onDeleted={() => onChanged(reviewMessages.deleted)}
      onClose={onClose}
    />
  )
}
