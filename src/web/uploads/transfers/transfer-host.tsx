import { Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { areTransfersWanted, wantStoredTransfers } from './transfer-signal.ts'

const TransferStrip = lazyOr(
  () => import('./transfer-strip.tsx'),
  () => null,
)

/** Below the header of every page. */
export function TransferHost() {
  const areWanted = useStore(areTransfersWanted)
  useEffect(wantStoredTransfers, [])
  if (!areWanted) return null
  return (
    <Suspense fallback={null}>
      <TransferStrip />
    </Suspense>
  )
}
