// Five buttons, of which one is pressed: the own rating.

import { Star } from 'lucide-react'
import { useState } from 'react'
import type { OwnRating, rateTrack } from '#contracts/reviews/ratings.ts'
import { minStars, maxStars } from '#rules/reviews/review-limits.ts'
import { session } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'
import type { CodeOf, Refused } from '#web/api/result.ts'
import { submissionMessages, starText } from './submission-messages.ts'
import { SubmissionFailure } from './submission-failure.tsx'

type RatingButtonsProps = {
  trackId: string
  path: string
  rating: OwnRating | null
  onRated: (rating: OwnRating) => void
}

const choices = Array.from({ length: maxStars }, (_, at) => minStars + at)

export function RatingButtons({ trackId, path, rating, onRated }: RatingButtonsProps) {
  /** Pressed, and not answered yet. */
  const [pending, setPending] = useState<number | null>(null)
  const [refused, setRefused] = useState<Refused<CodeOf<typeof rateTrack>> | null>(null)
  const shown = pending ?? rating?.stars ?? 0

  const rate = async (stars: number) => {
    setPending(stars)
    setRefused(null)
    const result = await request<typeof rateTrack>('POST /api/proxy/tracks/rate/{trackId}', {
      trackId,
      rating: stars,
    })
    setPending(null)
    if (result.ok) return onRated(result.value.rating)
    if (result.code === 'banned') session.invalidate()
    setRefused(result)
  }

  return (
    <div className="rating">
      <div
        role="group"
        aria-label="Your rating"
        aria-busy={pending !== null}
        className="rating-buttons"
      >
        {choices.map((stars) => (
          <button
            key={stars}
            type="button"
            className="needs-script rating-button"
            aria-label={`Rate ${starText(stars)}`}
            aria-pressed={stars === shown}
            // Not `disabled`, so that the button keeps the focus.
            aria-disabled={pending !== null || undefined}
            data-filled={stars <= shown || undefined}
            onClick={pending === null ? () => void rate(stars) : undefined}
          >
            <Star size={26} aria-hidden="true" />
          </button>
        ))}
      </div>
      <output className="rating-given">
        {rating !== null && pending === null && submissionMessages.yourRating(rating.stars)}
      </output>
      {refused && (
        <SubmissionFailure
          refused={refused}
          sentence={submissionMessages.ratingFailed}
          path={path}
        />
      )}
    </div>
  )
}
