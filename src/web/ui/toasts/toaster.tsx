// Renders toasts; loaded with the first one.

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { connectToastHost, toastDurationMs } from './toast.ts'

export default function Toaster() {
  useEffect(
    () =>
      connectToastHost(({ kind, text, action }) => {
        toast[kind](text, { action })
      }),
    [],
  )
  return (
    <Sonner
      position="bottom-right"
      duration={toastDurationMs}
      offset={{ bottom: 'calc(var(--bottom-bar-height) + 1rem)', right: 'var(--gutter)' }}
      mobileOffset={{
        bottom: 'calc(var(--bottom-bar-height) + 0.75rem)',
        left: '1rem',
        right: '1rem',
      }}
      icons={{
        success: <CircleCheck size={20} aria-hidden="true" />,
        error: <CircleAlert size={20} aria-hidden="true" />,
        info: <Info size={20} aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: { toast: 'toast', success: 'toast-success', error: 'toast-error' },
      }}
    />
  )
}
