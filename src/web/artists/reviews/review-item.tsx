import type { ReactNode } from 'react'
import type { Review } from '#contracts/artists/reviews.ts'
import { lastOnlineText } from '#rules/artists/time-words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ratingMessages } from '#web/tracks/ratings/rating-messages.ts'
import { DateText, daysBetween } from '#web/ui/date-text.tsx'

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
  const name = review.user?.username || ratingMessages.commentAuthorUnknown
  return (
    <div className="review">
      <p className="comment-head">
        <Avatar name={name} image={review.user?.avatar ?? null} />
        <b>
          <bdi>{name}</bdi>
        </b>
        {review.isVerifiedBuyer && (
          <span className="verified-buyer">
            <span aria-hidden="true">✓</span> Verified buyer
          </span>
        )}
        <DateText iso={review.createdAt} />
        <Age since={review.createdAt} now={now} />
        {review.isEdited && <span className="comment-edited">edited</span>}
      </p>
      {text ?? (
        <p className="user-text" dir="auto">
          {review.text}
        </p>
      )}
      {review.answer && (
        <div className="review-answer">
          <p className="comment-head">
            <b>
              Answer by <bdi>{artistName}</bdi>
            </b>
            <DateText iso={review.answer.answeredAt} />
          </p>
          <p className="user-text" dir="auto">
            {review.answer.text}
          </p>
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
