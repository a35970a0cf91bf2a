// The player of a track's page, which shows that track already: the bar at the bottom then leaves the track to it.

import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Source } from '#web/player/player-state.ts'

type Kind = Source['kind']
type PagePlayer = { trackId: string; kind: Kind; isInView: boolean }

const pagePlayer = createStore<{ shown: PagePlayer | null }>(() => ({ shown: null }))

/** Announces that the page shows the player of this track’s recording, and whether the user sees it. */
export function usePagePlayer(trackId: string, kind: Kind) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const show = (isInView: boolean) => pagePlayer.setState({ shown: { trackId, kind, isInView } })
    show(true)
    const observer = new IntersectionObserver(([entry]) => show(entry?.isIntersecting ?? true))
    if (element.current) observer.observe(element.current)
    return () => {
      observer.disconnect()
      pagePlayer.setState({ shown: null })
    }
  }, [trackId, kind])
  return element
}

/** `in-view` or `out-of-view` if the page has a player of this recording. */
export function usePlaceOnPage(
  trackId: string | undefined,
  kind: Kind,
): 'in-view' | 'out-of-view' | undefined {
  return useStore(pagePlayer, ({ shown }) => {
    if (!shown || shown.trackId !== trackId || shown.kind !== kind) return undefined
    return shown.isInView ? 'in-view' : 'out-of-view'
  })
}
