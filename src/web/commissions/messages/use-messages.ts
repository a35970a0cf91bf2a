// The messages that are shown: the newest, which the page loads again with each change, and the earlier ones.

import { useState } from 'react'
import type {
  listCommissionMessages,
  Message,
  MessagePage,
} from '#contracts/commissions/messages.ts'
import { request } from '#web/api/browser.ts'
import { joinPages, withEarlier } from './known-messages.ts'
import { roomMessages } from './room-messages.ts'

export function useMessages(commissionId: string, newest: MessagePage) {
  const [state, setState] = useState({ loaded: newest, known: newest })
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // While rendering, so that nothing is shown that is out of date.
  const known = state.loaded === newest ? state.known : joinPages(state.known, newest)
  if (state.loaded !== newest) setState({ loaded: newest, known })
  const change = (changed: (before: MessagePage) => MessagePage) =>
    setState((before) => ({ ...before, known: changed(before.known) }))
  return {
    ...known,
    isLoading,
    problem,
    /** One that this page has sent, before the page is loaded again. */
    add(message: Message) {
      change((before) => joinPages(before, { ...before, messages: [message], hasEarlier: false }))
    },
    async showEarlier() {
      const [first] = known.messages
      if (!first || isLoading) return
      setIsLoading(true)
      setProblem(null)
      const route = 'GET /api/commissions/{id}/messages'
      const earlier = await request<typeof listCommissionMessages>(route, {
        id: commissionId,
        before: first.id,
      })
      setIsLoading(false)
      if (earlier.ok) change((before) => withEarlier(before, earlier.value))
      else setProblem(roomMessages.earlierFailed)
    },
  }
}
