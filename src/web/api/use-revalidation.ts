// Loads a page's data again at each live event that concerns it, and from time to time without one.

import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { LiveEvent } from '#contracts/events.ts'
import { followChanges } from './live-events.ts'

/** In milliseconds. Without a stream the poll is all there is; with one it finds what no event tells this user. */
const pollEveryMs = { connected: 30_000, alone: 10_000 }

type Revalidated = {
  /** Whether the event may have changed what the page shows; `resync` always may. */
  isConcerned: (event: LiveEvent) => boolean
  /** False once nothing that the page shows can change any more. */
  isActive?: boolean
}

export function useRevalidation({ isConcerned, isActive = true }: Revalidated): void {
  const { revalidate } = useRevalidator()
  const concerns = useEffectEvent(isConcerned)
  const loadAgain = useEffectEvent(async () => {
    await revalidate()
    return true
  })
  useEffect(() => {
    if (!isActive) return undefined
    return followChanges({
      isConcerned: (event) => concerns(event),
      refetch: () => loadAgain(),
      pollEveryMs,
    })
  }, [isActive])
}
