import type { ReactNode } from 'react'
import type { Comment, Review } from '#contracts/review-schemas.ts'
import { avatarForSide } from '#rules/artists/avatars.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { authorName } from './author-name.ts'

type ReviewHeadProps = {
  review: Comment | Review
  /** Beside the date. */
  age?: ReactNode
}

/** Who wrote a comment or a review, and when. */
export function ReviewHead({ review, age }: ReviewHeadProps) {
  const name = authorName(review.user)
  return (
    <p className="comment-head">
      <Avatar name={name} image={avatarForSide(review.user?.avatar ?? null, 24)} />
      <b>
        <bdi>{name}</bdi>
      </b>
      {review.isVerifiedBuyer && (
        <span className="verified-buyer">
          <span aria-hidden="true">✓</span> Verified buyer
        </span>
      )}
      <DateText iso={review.createdAt} />
      {age}
      {review.isEdited && <span className="comment-edited">edited</span>}
    </p>
  )
}

/** Without links: nobody can advertise with them, and a search engine finds none. */
export function ReviewText({ children }: { children: string }) {
  return (
    <p className="user-text" dir="auto">
      {children}
    </p>
  )
}
