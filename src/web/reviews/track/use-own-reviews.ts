// The rating and the comments of this tab's user on a track. The page is the same for everyone, so the browser fetches
// them.

import { useMemo, useState } from 'react'
import type { getOwnReviews, OwnRating, OwnReviews } from '#contracts/reviews/ratings.ts'
import { session, useSession } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'
import { useFetched } from '#web/api/use-fetched.ts'

const nothingSaid: OwnReviews = { rating: null, refusal: null, comments: [] }

export type OwnReviewsState = {
  /** `unknown` until the server has returned the session and then these. */
  of: 'unknown' | 'visitor' | 'user'
  own: OwnReviews
  /** A rating that the server has just stored. */
  showRating: (rating: OwnRating) => void
  /** After a change of a comment. */
  reload: () => void
}

/** While the session is fetched again, a form that is in use stays. */
export function useOwnReviews(trackId: string): OwnReviewsState {
  const present = useSession()
  const userId = present.state === 'user' ? present.id : null
  const [round, setRound] = useState(1)
  const wanted = useMemo(
    () => (userId === null ? null : { userId, trackId, round }),
    [userId, trackId, round],
  )
  const { value, refused } = useFetched(wanted, fetchOwnReviews)
  const [rated, setRated] = useState<{ after: unknown; rating: OwnRating } | null>(null)

  // The form works without an answer: the server decides about every submission.
  const known = value ?? (refused && { userId, own: nothingSaid })
  const isKnown = known !== null && (userId ?? known.userId) === known.userId
  const isUser = present.state !== 'visitor' && isKnown
  const fetched = isUser ? known.own : nothingSaid
  // An answer that is fetched after the rating has it.
  const isRated = isUser && rated !== null && rated.after === value
  return {
    of: isUser ? 'user' : present.state === 'visitor' ? 'visitor' : 'unknown',
    own: isRated ? { ...fetched, rating: rated.rating } : fetched,
    showRating: (rating) => setRated({ after: value, rating }),
    reload: () => setRound((last) => last + 1),
  }
}

type Wanted = { userId: string; trackId: string }

async function fetchOwnReviews({ userId, trackId }: Wanted, signal: AbortSignal) {
  const route = 'GET /api/proxy/tracks/own-reviews/{trackId}'
  const result = await request<typeof getOwnReviews>(route, { trackId }, { signal })
  if (result.ok) return { ok: true as const, value: { userId, own: result.value } }
  // The session has ended, or the user is banned.
  if (!signal.aborted) void session.refresh()
  return result
}
