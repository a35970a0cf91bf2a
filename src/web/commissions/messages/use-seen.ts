// Tells the server what has been seen: the newest message, and the newest note, while the end of its list is on the screen
// of a visible page.

import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useRevalidator } from 'react-router'
import type { markMessagesRead, Message } from '#contracts/commissions/messages.ts'
import { request } from '#web/api/browser.ts'

type Shown = Pick<Message, 'id' | 'isUnread'>

/** @returns the ids of those that were new at their first sight, which stay marked while the page is open */
export function useFresh(shown: readonly Shown[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(() => new Set(unreadIds(shown)))
  const added = unreadIds(shown).filter((id) => !fresh.has(id))
  if (added.length > 0) setFresh(new Set([...fresh, ...added]))
  return fresh
}

const unreadIds = (shown: readonly Shown[]) =>
  shown.filter(({ isUnread }) => isUnread).map(({ id }) => id)

/** @param newest the id of the newest message or note that is unread; null where none is */
export function useMarkSeen(
  commissionId: string,
  newest: string | null,
  end: RefObject<HTMLElement | null>,
): void {
  const { revalidate } = useRevalidator()
  const told = useRef<string | null>(null)
  const mark = useEffectEvent(async () => {
    if (newest === null || told.current === newest || document.hidden) return
    told.current = newest
    const route = 'POST /api/commissions/{id}/read'
    const marked = await request<typeof markMessagesRead>(route, { id: commissionId, upTo: newest })
    // The next sight tries again.
    if (marked.ok) await revalidate()
    else told.current = null
  })
  useEffect(() => {
    const element = end.current
    if (newest === null || element === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void mark()
    })
    observer.observe(element)
    const look = () => {
      // Observed anew, the end says at once whether it is on the screen.
      observer.unobserve(element)
      observer.observe(element)
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [newest, end])
}
