// Ratings and comments on a track's page: for everyone the same list, and a form for its user.

import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OwnRating } from '#contracts/ratings.ts'
import type { CommentList as CommentPage, Track } from '#contracts/tracks.ts'
import { accountLink } from '#web/accounts/safe-redirect.ts'
import { moveFocus } from '#web/ui/focus.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Paging } from '#web/ui/paging.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { CommentList } from './comment-list.tsx'
import type { OpinionFormProps } from './opinion-form.tsx'
import { ratingMessages } from './rating-messages.ts'
import { useOwnOpinion, type OpinionState } from './use-own-opinion.ts'
import { useRefreshTwice } from './use-refresh-twice.ts'

const OpinionForm = lazyOr(() => import('./opinion-form.tsx'), FormNotLoaded)

type RatingPanelProps = {
  track: Pick<Track, 'id' | 'title' | 'averageRating' | 'numOfRatings'> & CommentPage
  /** The address of this page with one page of comments. */
  pathOf: (commentPage: number) => string
  isAdmin: boolean
}

export function RatingPanel({ track, pathOf, isAdmin }: RatingPanelProps) {
  const own = useOwnOpinion(track.id)
  const [announced, setAnnounced] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const refresh = useRefreshTwice()
  const navigate = useNavigate()
  const path = `${pathOf(track.commentPage)}#comments`
  const ownComments = new Map(own.opinion.comments.map((comment) => [comment.id, comment]))

  const showChange = (sentence: string) => {
    setAnnounced(sentence)
    moveFocus(heading.current)
    void own.reload()
    refresh()
  }
  /** It is on the first page. */
  const showNewComment = async () => {
    if (track.commentPage > 1) await navigate(pathOf(1), { preventScrollReset: true })
    showChange(ratingMessages.commentAdded)
  }
  const showRating = (rating: OwnRating) => {
    own.put({ rating })
    refresh()
  }

  return (
    <section className="opinions" aria-labelledby="comments">
      <h2 id="comments" ref={heading} tabIndex={-1}>
        Ratings and comments
      </h2>
      <AverageRating track={track} />
      <OwnOpinion
        of={own.of}
        trackId={track.id}
        path={path}
        opinion={own.opinion}
        onRated={showRating}
        onCommented={() => void showNewComment()}
      />
      <output className="opinion-change">{announced}</output>
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
  if (track.numOfRatings === 0) return <p className="text-ink-2">{ratingMessages.notRated}</p>
  return <Stars average={track.averageRating} ratings={track.numOfRatings} />
}

/** Pages are rendered for visitors. */
function OwnOpinion({ of, ...form }: OpinionFormProps & Pick<OpinionState, 'of'>) {
  return (
    <div className="own-opinion">
      {of === 'user' ? (
        <Suspense fallback={null}>
          <OpinionForm {...form} />
        </Suspense>
      ) : (
        <p className="opinion-login">
          {ratingMessages.loginNeeded}{' '}
          <PageLink href={accountLink('login', form.path)}>Log in</PageLink>
        </p>
      )}
    </div>
  )
}

function FormNotLoaded(_props: OpinionFormProps) {
  return <Notice tone="info">{ratingMessages.formNotLoaded}</Notice>
}
