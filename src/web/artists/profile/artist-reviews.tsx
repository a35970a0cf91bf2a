// The newest reviews in a profile, and the dialog with all of them.

import { Suspense } from 'react'
import { useSession } from '#web/accounts/session-store.ts'
import { networkError } from '#web/api/network-error.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { useProfileAddress } from '../profile-address.ts'
import { ReviewItem } from '../reviews/review-item.tsx'
import type { ReviewsDialogProps } from '../reviews/reviews-dialog.tsx'
import type { UnansweredReviewProps } from '../reviews/unanswered-review.tsx'
import { reviewMessages } from '../reviews/review-messages.ts'
import { useReviewSummary } from '../reviews/use-review-summary.ts'
import type { ArtistProfile } from './artist-profile.ts'
import { ProfileSection, type HeadingLevel } from './profile-section.tsx'

const ReviewsDialog = lazyOr<ReviewsDialogProps>(
  () => import('../reviews/reviews-dialog.tsx'),
  () => <Notice tone="danger">{networkError.message}</Notice>,
)

/** Only for the artist, who can answer. */
const UnansweredReview = lazyOr<UnansweredReviewProps>(
  async () => ({
    default: (await import('../reviews/unanswered-review.tsx')).UnansweredReview,
  }),
  ReviewItem,
)

type ArtistReviewsProps = {
  artist: ArtistProfile
  heading: HeadingLevel
  /** When the profile was fetched. */
  now: string
  /** False for the page below the dialog: the dialog shows the reviews that the URL asks for. */
  isUppermost: boolean
}

export function ArtistReviews({ artist, heading, now, isUppermost }: ArtistReviewsProps) {
  const { id: artistId, displayName } = artist
  const summary = useReviewSummary(artistId, artist)
  const { reviews: mode, openReviews, closeReviews } = useProfileAddress()
  const { reviews, total } = summary
  const session = useSession()
  const isOwn = session.state === 'user' && session.id === artistId
  return (
    <ProfileSection name="reviews" heading={heading} title="Artist Reviews">
      {total === 0 ? (
        <p className="review-note">{reviewMessages.empty}</p>
      ) : (
        <ul className="comments">
          {reviews.map((review) => (
            <li key={review.id}>
              {isOwn && review.answer === null ? (
                <Suspense
                  fallback={<ReviewItem review={review} artistName={displayName} now={now} />}
                >
                  <UnansweredReview
                    review={review}
                    artistName={displayName}
                    now={now}
                    onChanged={(sentence) => {
                      toast.success(sentence)
                      void summary.reload()
                    }}
                  />
                </Suspense>
              ) : (
                <ReviewItem review={review} artistName={displayName} now={now} />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="profile-buttons">
        {total > 0 && (
          <Button variant="ghost" onClick={() => void openReviews('read')}>
            View all {wholeNumber(total)} reviews
          </Button>
        )}
        {total === 0 && (
          <WriteFirst artistId={artistId} onClick={() => void openReviews('write')} />
        )}
      </div>
      {useIsHydrated() && isUppermost && mode !== null && (
        <Suspense fallback={null}>
          <ReviewsDialog
            artistId={artistId}
            artistName={displayName}
            mode={mode}
            summary={summary}
            onClose={() => void closeReviews()}
          />
        </Suspense>
      )}
    </ProfileSection>
  )
}

/** For users other than the artist. */
function WriteFirst({ artistId, onClick }: { artistId: string; onClick: () => void }) {
  const session = useSession()
  if (session.state !== 'user' || session.id === artistId) return null
  return (
    <Button variant="ghost" onClick={onClick}>
      Write the First Review
    </Button>
  )
}
