import { Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { isSendingWanted, wantRemembered } from './sending-signal.ts'

const SendingStrip = lazyOr(
  () => import('./sending-strip.tsx'),
  () => null,
)

/** Below the header of every page. */
export function SendingHost() {
  const isWanted = useStore(isSendingWanted)
  useEffect(wantRemembered, [])
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <SendingStrip />
    </Suspense>
  )
}
