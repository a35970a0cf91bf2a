// The player of a track's page, which shows that track already: the bar at the bottom then leaves the track to it.

import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

type PagePlayer = { trackId: string; isInView: boolean }

const pagePlayer = createStore<{ shown: PagePlayer | null }>(() => ({ shown: null }))

/** Announces that the page shows the player of this track, and whether the user sees it. */
export function usePagePlayer(trackId: string) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const show = (isInView: boolean) => pagePlayer.setState({ shown: { trackId, isInView } })
    show(true)
    const observer = new IntersectionObserver(([entry]) => show(entry?.isIntersecting ?? true))
    if (element.current) observer.observe(element.current)
    return () => {
      observer.disconnect()
      pagePlayer.setState({ shown: null })
    }
  }, [trackId])
  return element
}

/** `in-view` or `out-of-view` if the page has a player of this track. */
export function usePlaceOnPage(trackId: string | undefined): 'in-view' | 'out-of-view' | undefined {
  return useStore(pagePlayer, ({ shown }) => {
    if (!shown || shown.trackId !== trackId) return undefined
    return shown.isInView ? 'in-view' : 'out-of-view'
  })
}
