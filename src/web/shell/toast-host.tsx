import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isToastWanted, onToastWanted } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

export function ToastHost() {
  const isWanted = useSyncExternalStore(onToastWanted, isToastWanted, () => false)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )
}
