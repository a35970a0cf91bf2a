// For sound that has the browser's own controls: it plays by the rule of one at a time, too.

import { useEffect, useRef } from 'react'
import { announceStart, player, usePlayer } from './player-store.ts'

/** What the audio element gets. It pauses when the site's player or another tab starts, and pauses them when it starts. */
export function useOwnControls() {
  const element = useRef<HTMLAudioElement>(null)
  const isPlayerOn = usePlayer(({ status }) => status === 'loading' || status === 'playing')
  useEffect(() => {
    if (isPlayerOn) element.current?.pause()
  }, [isPlayerOn])
  const onPlay = () => {
    player.pause()
    announceStart(() => element.current?.pause())
  }
  return { ref: element, onPlay }
}
