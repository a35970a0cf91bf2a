// What a user adds to a track's page: a rating and comments. Loaded once the user is known.

import type { OwnRating, OwnReviews } from '#contracts/reviews/ratings.ts'
import { refusalMessage } from '#rules/errors/refusal.ts'
import { CommentForm } from './comment-form.tsx'
import { RatingButtons } from './rating-buttons.tsx'

export type TrackReviewFormProps = {
  trackId: string
  path: string
  own: OwnReviews
  onRated: (rating: OwnRating) => void
  onCommented: () => void
}

export default function TrackReviewForm(props: TrackReviewFormProps) {
  const { trackId, path, own, onRated, onCommented } = props
  if (own.refusal !== null) return <p className="rating-refusal">{refusalMessage(own.refusal)}</p>
  return (
    <>
      <RatingButtons trackId={trackId} path={path} rating={own.rating} onRated={onRated} />
      <CommentForm trackId={trackId} path={path} onAdded={onCommented} />
    </>
  )
}
