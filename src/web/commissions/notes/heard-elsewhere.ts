// The preview that takes notes stands on the page a second time, among all deliveries: what plays there is known here.

import { createContext, useContext, useEffect } from 'react'
import type { OwnElement } from '#web/player/use-own-element.ts'

/** What plays in one room. */
export function createHeard() {
  let playing: OwnElement | null = null
  return {
    /** Null while it does not play there. */
    playing: () => playing,
    become(own: OwnElement | null) {
      playing = own
    },
  }
}

/** Null where nobody writes notes. */
export const HeardElsewhere = createContext<ReturnType<typeof createHeard> | null>(null)

/** @param isNoted whether it is the preview that takes notes */
export function useHeardElsewhere(own: OwnElement, isNoted: boolean): void {
  const heard = useContext(HeardElsewhere)
  useEffect(() => {
    if (heard === null || !isNoted || own.status !== 'playing') return undefined
    heard.become(own)
    return () => heard.become(null)
  }, [heard, isNoted, own])
}

/** The preview where it plays now, here or elsewhere on the page. */
export function useHeard(own: OwnElement) {
  const elsewhere = useContext(HeardElsewhere)
  const playing = () => elsewhere?.playing() ?? own
  return {
    isPlaying: () => playing().status === 'playing',
    position: () => playing().position(),
    pause: () => playing().pause(),
  }
}
