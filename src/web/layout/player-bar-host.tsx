import { useEffect, useState, type ComponentType } from 'react'
import { connectMediaSession } from '#web/player/media-session.ts'
import { player } from '#web/player/player-store.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { PlayerBar, type Playing } from './player-bar.tsx'

/** Every page has the bar, and loads the larger part of it, its controls, afterwards. */
export function PlayerBarHost() {
  useEffect(connectMediaSession, [])
  return <PlayerBar Controls={useControls()} />
}

/**
 * Null until they are loaded: when the browser is idle, otherwise with a recording that starts or with the connection
 * that returns. A browser that keeps a module's failure until the page is reloaded shows the bar without them.
 */
function useControls(): ComponentType<Playing> | null {
  const [Controls, setControls] = useState<ComponentType<Playing> | null>(null)
  const isMissing = Controls === null
  useEffect(() => {
    if (!isMissing) return undefined
    const load = () =>
      void import('./player-bar-controls.tsx').then(
        (loaded) => setControls(() => loaded.PlayerBarControls),
        // Until the next attempt.
        () => undefined,
      )
    const cancelIdle = whenIdle(load)
    const stopFollowing = player.subscribe(({ status }, before) => {
      if (status === 'loading' && before.status !== 'loading') load()
    })
    addEventListener('online', load)
    return () => {
      cancelIdle()
      stopFollowing()
      removeEventListener('online', load)
    }
  }, [isMissing])
  return Controls
}
