import type { ReactNode } from 'react'
import type { Review } from '#contracts/review-schemas.ts'
import { lastOnlineText } from '#rules/artists/time-words.ts'
import { DateText, daysBetween } from '#web/ui/date-text.tsx'
import { ReviewHead, ReviewText } from '../review-head.tsx'

type ReviewItemProps = {
  review: Review
  artistName: string
  /** When the review was fetched, for its age: the same on the server and in the browser. */
  now: string
  /** Instead of its text, while it is being changed. */
  text?: ReactNode
  /** Below the review: what its reader can do with it. */
  children?: ReactNode
}

/** A review with the artist's answer. */
export function ReviewItem({ review, artistName, now, text, children }: ReviewItemProps) {
  return (
    <div className="review">
      <ReviewHead review={review} age={<Age since={review.createdAt} now={now} />} />
      {text ?? <ReviewText>{review.text}</ReviewText>}
      {review.answer && (
        <div className="review-answer">
          <p className="comment-head">
            <b>
              Answer by <bdi>{artistName}</bdi>
            </b>
            <DateText iso={review.answer.answeredAt} />
          </p>
          <ReviewText>{review.answer.text}</ReviewText>
        </div>
      )}
      {children}
    </div>
  )
}

/** Nothing for a date that is none. */
function Age({ since, now }: { since: string; now: string }) {
  const days = daysBetween(since, now)
  return days === null ? null : <span className="review-age">{lastOnlineText(days)}</span>
}
