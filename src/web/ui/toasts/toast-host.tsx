import { Suspense } from 'react'
import { useStore } from 'zustand'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { PlainToasts } from './plain-toasts.tsx'
import { isToastHostWanted } from './toast.ts'

const Toaster = lazyOr(() => import('./toaster.tsx'), PlainToasts)

export function ToastHost() {
  const isWanted = useStore(isToastHostWanted)
  if (!isWanted) return null
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )
}
