// The newest reviews in a profile, and the dialog with all of them.

import { Suspense } from 'react'
import type { Review } from '#contracts/review-schemas.ts'
import { artistPath, artistReviewsId, artistReviewsPath } from '#rules/page-paths.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { networkError } from '#web/api/network-error.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { wholeNumber } from '#web/ui/whole-number.ts'
import { useProfileAddress } from '../profile-address.ts'
import type { ReviewList } from '#web/reviews/artist/review-calls.ts'
import { ReviewItem } from '#web/reviews/artist/review-item.tsx'
import type { ReviewsDialogProps, ReviewsMode } from '#web/reviews/artist/reviews-dialog.tsx'
import { ReportButton } from '#web/reviews/report-button.tsx'
import type { UnansweredReviewProps } from '#web/reviews/artist/unanswered-review.tsx'
import { reviewMessages } from '#web/reviews/artist/review-messages.ts'
import { useReviewPage } from '#web/reviews/artist/use-review-page.ts'
import { useReviewSummary, type ReviewSummary } from '#web/reviews/artist/use-review-summary.ts'
import type { ArtistProfile } from './artist-profile.ts'
import { ProfileSection, type HeadingLevel } from './profile-section.tsx'

const ReviewsDialog = lazyOr<ReviewsDialogProps>(
  () => import('#web/reviews/artist/reviews-dialog.tsx'),
  () => <Notice tone="danger">{networkError.message}</Notice>,
)

/** Only for the artist, who can answer. */
const UnansweredReview = lazyOr<UnansweredReviewProps>(
  async () => ({
    default: (await import('#web/reviews/artist/unanswered-review.tsx')).UnansweredReview,
  }),
  ReviewItem,
)

type ArtistReviewsProps = {
  artist: ArtistProfile
  heading: HeadingLevel
  /** When the profile was fetched. */
  now: string
  /** One page of all reviews, where the URL names one; else the profile's few are shown. */
  loaded: ReviewList | null
  /** False for the page below the dialog: the dialog shows the reviews that the URL asks for. */
  isUppermost: boolean
}

export function ArtistReviews({ artist, heading, now, loaded, isUppermost }: ArtistReviewsProps) {
  const { id: artistId, displayName } = artist
  const { list, ...summary } = useShownReviews(artist, loaded)
  const { reviews: mode, openReviews, closeReviews } = useProfileAddress()
  const { total } = summary
  // A dialog over the page has no part that a link leads to.
  const anchor = heading === 'h2' ? artistReviewsId : undefined
  return (
    <ProfileSection name="reviews" anchor={anchor} heading={heading} title="Artist Reviews">
      {total === 0 ? (
        <p className="review-note">{reviewMessages.empty}</p>
      ) : (
        <ul className="comments">
          {(list?.reviews ?? summary.reviews).map((review) => (
            <li key={review.id}>
              <AnswerableReview
                {...{ review, now, artistId }}
                artistName={displayName}
                onAnswered={summary.reload}
              />
            </li>
          ))}
        </ul>
      )}
      {list && (
        <Paging
          label="Pages of reviews"
          {...list}
          addressOf={(page) => artistReviewsPath(artistId, page)}
        />
      )}
      <ReviewButtons
        artistId={artistId}
        total={total}
        areAllShown={list !== null || total <= summary.reviews.length}
        onOpen={(opened) => void openReviews(opened)}
      />
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

type ReviewButtonsProps = {
  artistId: string
  total: number
  /** Here, or on pages that are linked to. */
  areAllShown: boolean
  onOpen: (mode: ReviewsMode) => void
}

function ReviewButtons({ artistId, total, areAllShown, onOpen }: ReviewButtonsProps) {
  const viewAll = `View all ${wholeNumber(total)} reviews`
  return (
    <div className="profile-buttons">
      {total > 0 && (
        <Button variant="ghost" onClick={() => onOpen('read')}>
          {viewAll}
        </Button>
      )}
      {!areAllShown && (
        <noscript>
          <ButtonLink variant="ghost" href={artistReviewsPath(artistId)}>
            {viewAll}
          </ButtonLink>
        </noscript>
      )}
      {total === 0 && <WriteFirst artistId={artistId} onClick={() => onOpen('write')} />}
    </div>
  )
}

/** A change concerns the profile's few reviews and, where one is shown, the page of all. */
function useShownReviews(
  artist: ArtistProfile,
  loaded: ReviewList | null,
): ReviewSummary & { list: ReviewList | null } {
  const summary = useReviewSummary(artist.id, artist)
  const { list, reload } = useReviewPage(artist.id, loaded)
  return {
    ...summary,
    list,
    showAdded(added) {
      summary.showAdded(added)
      void reload()
    },
    async reload() {
      await Promise.all([summary.reload(), reload()])
    },
  }
}

type AnswerableReviewProps = {
  review: Review
  artistId: string
  artistName: string
  now: string
  onAnswered: () => Promise<void>
}

/** Artists answer a review where they read it. */
function AnswerableReview({ artistId, onAnswered, ...shown }: AnswerableReviewProps) {
  const session = useSession()
  const userId = session.state === 'user' ? session.id : null
  const isByUser = userId !== null && shown.review.user?.id === userId
  const report = !isByUser && (
    <div className="comment-buttons">
      <ReportButton kind="review" review={shown.review} path={artistPath(artistId)} />
    </div>
  )
  if (userId !== artistId || shown.review.answer !== null)
    return <ReviewItem {...shown}>{report}</ReviewItem>
  return (
    <Suspense fallback={<ReviewItem {...shown} />}>
      <UnansweredReview
        {...shown}
        artistId={artistId}
        onChanged={(sentence) => {
          toast.success(sentence)
          void onAnswered()
        }}
      />
    </Suspense>
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
