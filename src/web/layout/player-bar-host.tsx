import { Suspense } from 'react'
import { usePlayer } from '#web/player/player-store.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'

const PlayerBar = lazyOr<object>(
  () => import('./player-bar.tsx').then((bar) => ({ default: bar.PlayerBar })),
  () => null,
)

/** Nothing before the first recording plays: until then no page loads the bar. */
export function PlayerBarHost() {
  const hasPlayed = usePlayer(({ track, example }) => track !== null || example !== null)
  if (!hasPlayed) return null
  return (
    <Suspense fallback={null}>
      <PlayerBar />
    </Suspense>
  )
}
