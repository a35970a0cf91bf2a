// Ratings and comments on a track's page: for everyone the same list, and a form for its user.

import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { OwnRating } from '#contracts/reviews/ratings.ts'
import type { CommentList as CommentPage } from '#contracts/review-schemas.ts'
import type { Track } from '#contracts/tracks.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import { moveFocus } from '#web/ui/focus.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { CommentList } from './comment-list.tsx'
import { ratingMessages } from './rating-messages.ts'
import type { TrackReviewFormProps } from './track-review-form.tsx'
import { useOwnReviews, type OwnReviewsState } from './use-own-reviews.ts'

const TrackReviewForm = lazyOr(() => import('./track-review-form.tsx'), FormNotLoaded)

type RatingPanelProps = {
  track: Pick<Track, 'id' | 'title' | 'averageRating' | 'numOfRatings'> & CommentPage
  /** The address of this page with one page of comments. */
  pathOf: (commentPage: number) => string
  isAdmin: boolean
}

export function RatingPanel({ track, pathOf, isAdmin }: RatingPanelProps) {
  const { own, ...ownReviews } = useOwnReviews(track.id)
  const [announced, setAnnounced] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const refresh = useRefreshTwice()
  const navigate = useNavigate()
  const path = `${pathOf(track.commentPage)}#comments`
  const ownComments = new Map(own.comments.map((comment) => [comment.id, comment]))

  const showChange = (sentence: string) => {
    setAnnounced(sentence)
    moveFocus(heading.current)
    ownReviews.reload()
    refresh()
  }
  /** It is on the first page. */
  const showNewComment = async () => {
    if (track.commentPage > 1) await navigate(pathOf(1), { preventScrollReset: true })
    showChange(ratingMessages.commentAdded)
  }
  const showRating = (rating: OwnRating) => {
    ownReviews.showRating(rating)
    refresh()
  }

  return (
    <section className="rating-panel" aria-labelledby="comments">
      <h2 id="comments" ref={heading} tabIndex={-1}>
        Ratings and comments
      </h2>
      <AverageRating track={track} />
      <OwnForm
        of={ownReviews.of}
        trackId={track.id}
        path={path}
        own={own}
        onRated={showRating}
        onCommented={() => void showNewComment()}
      />
      <output className="rating-change">{announced}</output>
      <CommentList
        comments={track.comments}
        own={ownComments}
        isAdmin={isAdmin}
        path={path}
        trackTitle={track.title}
        onChanged={showChange}
      />
      <Paging
        label="Pages of comments"
        currentPage={track.commentPage}
        totalPages={track.commentPages}
        addressOf={(page) => `${pathOf(page)}#comments`}
        keepsScroll
      />
    </section>
  )
}

function AverageRating({ track }: Pick<RatingPanelProps, 'track'>) {
  if (track.numOfRatings === 0) return <p className="muted">{ratingMessages.notRated}</p>
  return <Stars average={track.averageRating} ratings={track.numOfRatings} />
}

/** BUS-14. In place: a reload would stop the preview and lose the reader's place (D-130). */
const againAfterMs = 500

/** Loads the page's data again after a change: at once, and once more when every process has heard of it. */
function useRefreshTwice(): () => void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    void revalidate()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void revalidate(), againAfterMs)
  }, [revalidate])
}

/** Pages are rendered for visitors. */
function OwnForm({ of, ...form }: TrackReviewFormProps & Pick<OwnReviewsState, 'of'>) {
  return (
    <div className="own-rating">
      {of === 'user' ? (
        <Suspense fallback={null}>
          <TrackReviewForm {...form} />
        </Suspense>
      ) : (
        <p className="rating-login">
          {ratingMessages.loginNeeded}{' '}
          <PageLink href={accountLink('login', form.path)}>Log in</PageLink>
        </p>
      )}
    </div>
  )
}

function FormNotLoaded(_props: TrackReviewFormProps) {
  return <Notice tone="info">{ratingMessages.formNotLoaded}</Notice>
}
