// A review that its artist has not answered yet, as the artist sees it.

import { useId, useState } from 'react'
import type { answerReview, Review } from '#contracts/artists/reviews.ts'
import { longestAnswer } from '#rules/artists/review-limits.ts'
import { request } from '#web/api/browser.ts'
import { useForm } from '#web/forms/use-form.ts'
import { ratingMessages } from '#web/tracks/ratings/rating-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { ReviewItem } from './review-item.tsx'
import { reviewMessages } from './review-messages.ts'
import { TextForm } from './text-form.tsx'

export type UnansweredReviewProps = {
  review: Review
  artistName: string
  now: string
  /** With the sentence to announce. */
  onChanged: (sentence: string) => void
}

export function UnansweredReview({ review, artistName, now, onChanged }: UnansweredReviewProps) {
  const [isAnswering, setIsAnswering] = useState(false)
  const form = useForm<typeof answerReview>({
    contract: async () => (await import('#contracts/artists/reviews.ts')).answerReview,
    constants: { reviewId: review.id },
    send: (fields) =>
      request<typeof answerReview>('POST /api/proxy/reviews/{reviewId}/answer', fields),
    onDone: () => onChanged(reviewMessages.answered),
  })
  const author = review.user?.username ?? ratingMessages.commentAuthorUnknown
  const id = useId()
  return (
    <ReviewItem review={review} artistName={artistName} now={now}>
      {isAnswering ? (
        <TextForm
          id={id}
          name="answer"
          label="Your answer, once for each review"
          longest={longestAnswer}
          submit="Post Answer"
          submitting="Posting..."
          form={form}
          failed={reviewMessages.answerFailed}
          onCancel={() => setIsAnswering(false)}
        />
      ) : (
        <div className="comment-buttons">
          <Button variant="ghost" size="sm" onClick={() => setIsAnswering(true)}>
            Answer<bdi className="sr-only"> {author}</bdi>
          </Button>
        </div>
      )}
    </ReviewItem>
  )
}
