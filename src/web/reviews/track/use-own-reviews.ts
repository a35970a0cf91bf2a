// What the user of this tab has said about a track. The page is the same for everyone, so the browser fetches it.

import { useEffect, useState } from 'react'
import type { getOwnReviews, OwnReviews } from '#contracts/reviews/ratings.ts'
import { session, useSession } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'

const nothingSaid: OwnReviews = { rating: null, refusal: null, comments: [] }

export type OwnReviewsState = {
  /** `unknown` until the server has returned the session and then these. */
  of: 'unknown' | 'visitor' | 'user'
  own: OwnReviews
  put: (changes: Partial<OwnReviews>) => void
  /** After a change of a comment. */
  reload: () => Promise<void>
}

/** While the session is fetched again, a form that is in use stays. */
export function useOwnReviews(trackId: string): OwnReviewsState {
  const present = useSession()
  const userId = present.state === 'user' ? present.id : null
  const [known, setKnown] = useState<{ userId: string; own: OwnReviews } | null>(null)

  useEffect(() => {
    if (userId === null) return
    const controller = new AbortController()
    const load = async () => {
      const own = await fetchOwnReviews(trackId, controller)
      // The form works without it: the server decides about every submission.
      if (!controller.signal.aborted) setKnown({ userId, own: own ?? nothingSaid })
    }
    void load()
    return () => controller.abort()
  }, [userId, trackId])

  const isKnown = known !== null && (userId ?? known.userId) === known.userId
  const isUser = present.state !== 'visitor' && isKnown
  return {
    of: isUser ? 'user' : present.state === 'visitor' ? 'visitor' : 'unknown',
    own: isUser ? known.own : nothingSaid,
    put: (changes) => setKnown((last) => last && { ...last, own: { ...last.own, ...changes } }),
    async reload() {
      const own = await fetchOwnReviews(trackId)
      if (own) setKnown((last) => last && { ...last, own })
    },
  }
}

async function fetchOwnReviews(
  trackId: string,
  until?: Pick<AbortController, 'signal'>,
): Promise<OwnReviews | null> {
  const route = 'GET /api/proxy/tracks/opinion/{trackId}'
  const result = await request<typeof getOwnReviews>(route, { trackId }, until)
  if (result.ok) return result.value
  // The session has ended, or the user is banned.
  void session.refresh()
  return null
}
