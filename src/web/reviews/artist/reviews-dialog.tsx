// All reviews of an artist, and the form that adds one.

import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Review } from '#contracts/review-schemas.ts'
import { artistPath } from '#rules/page-paths.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import { useSession } from '#web/accounts/session-store.ts'
import { RemoveReviewButton } from '#web/admin/remove-buttons.tsx'
import { Button } from '#web/ui/button.tsx'
import Dialog from '#web/ui/dialog.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { authorName } from '../author-name.ts'
import { ReportButton } from '../report-button.tsx'
import { OwnReview } from './own-review.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewItem } from './review-item.tsx'
import { reviewMessages } from './review-messages.ts'
import { ReviewPages } from './review-pages.tsx'
import { UnansweredReview } from './unanswered-review.tsx'
import type { ReviewSummary } from './use-review-summary.ts'
import { useReviews } from './use-reviews.ts'

/** `write` opens the form, too. */
export type ReviewsMode = 'read' | 'write'

export type ReviewsDialogProps = {
  artistId: string
  artistName: string
  mode: ReviewsMode
  summary: ReviewSummary
  onClose: () => void
}

export default function ReviewsDialog(props: ReviewsDialogProps) {
  const { artistId, artistName, summary, onClose } = props
  const reviews = useReviews(artistId)
  const [now] = useState(() => new Date().toISOString())
  const [announced, setAnnounced] = useState('')
  const writing = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const announce = (sentence: string) => {
    // The toast is outside the dialog, where screen readers do not follow it.
    setAnnounced(sentence)
    toast.success(sentence)
    showTop(list.current)
  }
  const showChange = (sentence: string) => {
    announce(sentence)
    reviews.show({})
    void summary.reload()
  }

  return (
    <Dialog
      open
      isForm
      firstFocus={
        props.mode === 'read' ? 'title' : () => writing.current?.querySelector('textarea') ?? true
      }
      onOpenChange={(open) => !open && onClose()}
      title={
        <>
          Reviews for <bdi>{artistName}</bdi>
        </>
      }
    >
      <output className="sr-only">{announced}</output>
      <div ref={writing} className="reviews-writing">
        <Writing
          artistId={artistId}
          isOpenFirst={props.mode === 'write'}
          onAdded={(added) => {
            summary.showAdded(added)
            announce(reviewMessages.added)
            reviews.show({ orderBy: 'date-added', page: 1 })
          }}
        />
      </div>
      <ReviewPages ref={list} {...reviews}>
        {(review) => (
          <Reviewed
            review={review}
            artistId={artistId}
            artistName={artistName}
            now={now}
            onChanged={showChange}
          />
        )}
      </ReviewPages>
    </Dialog>
  )
}

/** A list higher than the dialog would be scrolled to its middle: the newest review with its author is at the top. */
function showTop(list: HTMLElement | null): void {
  moveFocus(list)
  list?.scrollIntoView({ block: 'start' })
}

type WritingProps = Pick<Parameters<typeof ReviewForm>[0], 'artistId' | 'onAdded'> & {
  isOpenFirst: boolean
}

/** Visitors read only, and artists write none about themselves. */
function Writing({ artistId, isOpenFirst, onAdded }: WritingProps) {
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.state === 'visitor') {
    return (
      <p>
        {reviewMessages.loginNeeded}{' '}
        <PageLink href={accountLink('login', pathname + search)}>Log in</PageLink>
      </p>
    )
  }
  if (session.state !== 'user' || session.id === artistId) return null
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>Write a Review</Button>
  const close = () => setIsOpen(false)
  return (
    <ReviewForm
      artistId={artistId}
      onAdded={(added) => {
        close()
        onAdded(added)
      }}
      onCancel={close}
    />
  )
}

type ReviewedProps = {
  review: Review
  artistId: string
  artistName: string
  now: string
  onChanged: (sentence: string) => void
}

/** With what the user of this tab can do with it. */
function Reviewed({ artistId, ...shown }: ReviewedProps) {
  const session = useSession()
  const userId = session.state === 'user' ? session.id : null
  if (userId !== null && shown.review.user?.id === userId) return <OwnReview {...shown} />
  if (userId === artistId && shown.review.answer === null) {
    return <UnansweredReview {...shown} artistId={artistId} />
  }
  const isAdmin = session.state === 'user' && session.role === 'admin'
  return (
    <ReviewItem review={shown.review} artistName={shown.artistName} now={shown.now}>
      <div className="comment-buttons">
        <ReportButton kind="review" review={shown.review} path={artistPath(artistId)} />
        {isAdmin && (
          <RemoveReviewButton
            id={shown.review.id}
            author={authorName(shown.review.user)}
            of={shown.artistName}
            onRemoved={shown.onChanged}
          />
        )}
      </div>
    </ReviewItem>
  )
}
