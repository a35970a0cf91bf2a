import { useEffect, useState } from 'react'
import { player } from '#web/player/player-store.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { PlayerBar } from './player-bar.tsx'

const importControls = () => import('./player-bar-controls.tsx')
const importMediaSession = () => import('#web/player/media-session.ts')

/** Every page has the bar, and loads the larger part of it, its controls, afterwards. */
export function PlayerBarHost() {
  const controls = useLoaded(importControls)
  const mediaSession = useLoaded(importMediaSession)
  useEffect(() => mediaSession?.connectMediaSession(), [mediaSession])
  return <PlayerBar Controls={controls?.PlayerBarControls ?? null} />
}

/**
 * Null until it is loaded: when the browser is idle, otherwise with a recording that starts or with the connection that
 * returns. Some browsers keep the failure of a module until the page is reloaded: there it stays null.
 */
function useLoaded<Module>(load: () => Promise<Module>): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null)
  const isMissing = loaded === null
  useEffect(() => {
    if (!isMissing) return undefined
    // A failure lasts until the next attempt.
    const attempt = () => void load().then(setLoaded, () => undefined)
    const cancelIdle = whenIdle(attempt)
    const stopFollowing = player.subscribe(({ status }, before) => {
      if (status === 'loading' && before.status !== 'loading') attempt()
    })
    addEventListener('online', attempt)
    return () => {
      cancelIdle()
      stopFollowing()
      removeEventListener('online', attempt)
    }
  }, [isMissing, load])
  return loaded
}
