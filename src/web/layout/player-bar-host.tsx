import { Suspense, useEffect } from 'react'
import { usePlayer } from '#web/player/player-store.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'

const loadBar = () => import('./player-bar.tsx')
const PlayerBar = lazyOr<object>(
  () => loadBar().then((bar) => ({ default: bar.PlayerBar })),
  () => null,
)

/** Nothing before the first recording plays: no page waits for the bar. */
export function PlayerBarHost() {
  const hasPlayed = usePlayer(({ track, example }) => track !== null || example !== null)
  useEffect(loadWhenIdle, [])
  if (!hasPlayed) return null
  return (
    <Suspense fallback={null}>
      <PlayerBar />
    </Suspense>
  )
}

/** Before it is needed: the bar also says that the connection is gone. */
function loadWhenIdle(): (() => void) | undefined {
  // Where the browser does not tell when it is idle, the bar is loaded with the first recording.
  if (!('requestIdleCallback' in window)) return undefined
  // A failure is that of the first recording, which loads the bar again.
  const handle = requestIdleCallback(() => void loadBar().catch(() => undefined))
  return () => cancelIdleCallback(handle)
}
