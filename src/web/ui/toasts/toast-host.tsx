import { Suspense, useSyncExternalStore } from 'react'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { PlainToasts } from './plain-toasts.tsx'
import { isToastWanted, onToastWanted } from './toast.ts'

const Toaster = lazyOr(() => import('./toaster.tsx'), PlainToasts)

export function ToastHost() {
  const isWanted = useSyncExternalStore(onToastWanted, isToastWanted, () => false)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )
}
