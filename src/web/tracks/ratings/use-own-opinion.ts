// What the user of this tab has said about a track. The page is the same for everyone, so the browser fetches it.

import { useEffect, useState } from 'react'
import type { getOwnOpinion, OwnOpinion } from '#contracts/ratings.ts'
import { session, useSession } from '#web/accounts/session-store.ts'
import { request } from '#web/api/browser.ts'

const nothingSaid: OwnOpinion = { rating: null, refusal: null, comments: [] }

export type OpinionState = {
  /** `unknown` until the server has returned the session and then the opinion. */
  of: 'unknown' | 'visitor' | 'user'
  opinion: OwnOpinion
  put: (changes: Partial<OwnOpinion>) => void
  /** After a change of a comment. */
  reload: () => Promise<void>
}

/** While the session is fetched again, a form that is in use stays. */
export function useOwnOpinion(trackId: string): OpinionState {
  const present = useSession()
  const userId = present.state === 'user' ? present.id : null
  const [known, setKnown] = useState<{ userId: string; opinion: OwnOpinion } | null>(null)

  useEffect(() => {
    if (userId === null) return
    const controller = new AbortController()
    const load = async () => {
      const opinion = await fetchOpinion(trackId, controller)
      // The form works without it: the server decides about every submission.
      if (!controller.signal.aborted) setKnown({ userId, opinion: opinion ?? nothingSaid })
    }
    void load()
    return () => controller.abort()
  }, [userId, trackId])

  const isKnown = known !== null && (userId ?? known.userId) === known.userId
  const isUser = present.state !== 'visitor' && isKnown
  return {
    of: isUser ? 'user' : present.state === 'visitor' ? 'visitor' : 'unknown',
    opinion: isUser ? known.opinion : nothingSaid,
    put: (changes) =>
      setKnown((last) => last && { ...last, opinion: { ...last.opinion, ...changes } }),
    async reload() {
      const opinion = await fetchOpinion(trackId)
      if (opinion) setKnown((last) => last && { ...last, opinion })
    },
  }
}

async function fetchOpinion(
  trackId: string,
  until?: Pick<AbortController, 'signal'>,
): Promise<OwnOpinion | null> {
  const route = 'GET /api/proxy/tracks/opinion/{trackId}'
  const result = await request<typeof getOwnOpinion>(route, { trackId }, until)
  if (result.ok) return result.value
  // The session has ended, or the user is banned.
  void session.refresh()
  return null
}
