// A review that its artist has not answered yet, as the artist sees it.

import { useId, useState } from 'react'
import type { answerReview } from '#contracts/reviews/reviews.ts'
import type { Review } from '#contracts/review-schemas.ts'
import { artistPath } from '#rules/page-paths.ts'
import { maxAnswerLength } from '#rules/reviews/review-limits.ts'
import { request } from '#web/api/browser.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { authorName } from '../author-name.ts'
import { ReportButton } from '../report-button.tsx'
import { TextForm } from '../text-form.tsx'
import { ReviewItem } from './review-item.tsx'
import { ReviewFailure } from './review-failure.tsx'
import { reviewMessages } from './review-messages.ts'

export type UnansweredReviewProps = {
  review: Review
  artistId: string
  artistName: string
  now: string
  /** With the sentence to announce. */
  onChanged: (sentence: string) => void
}

export function UnansweredReview(props: UnansweredReviewProps) {
  const { review, artistId, artistName, now, onChanged } = props
  const [isAnswering, setIsAnswering] = useState(false)
  const form = useForm<typeof answerReview>({
    contract: async () => (await import('#contracts/reviews/reviews.ts')).answerReview,
    constants: { reviewId: review.id },
    send: (fields) =>
      request<typeof answerReview>('POST /api/proxy/reviews/{reviewId}/answer', fields),
    onDone: () => onChanged(reviewMessages.answered),
  })
  const id = useId()
  return (
    <ReviewItem review={review} artistName={artistName} now={now}>
      {isAnswering ? (
        <TextForm
          id={id}
          name="answer"
          label="Your answer, once for each review"
          longest={maxAnswerLength}
          submit="Post Answer"
          submitting="Posting..."
          form={form}
          renderFailure={(refused) => (
            <ReviewFailure title={reviewMessages.answerFailed} refused={refused} />
          )}
          onCancel={() => setIsAnswering(false)}
        />
      ) : (
        <div className="comment-buttons">
          <Button variant="ghost" size="sm" onClick={() => setIsAnswering(true)}>
            Answer<bdi className="sr-only"> {authorName(review.user)}</bdi>
          </Button>
          <ReportButton kind="review" review={review} path={artistPath(artistId)} />
        </div>
      )}
    </ReviewItem>
  )
}
