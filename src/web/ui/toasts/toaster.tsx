// Renders toasts; loaded with the first one.

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { connectToastHost } from './toast.ts'
import { useToastTimers } from './use-toast-timers.ts'

export default function Toaster() {
  const { start, cancel, areaProps } = useToastTimers()
  useEffect(
    () =>
      connectToastHost(({ kind, text, action }) => {
        const id = toast[kind](text, { action, onDismiss: (shown) => cancel(shown.id) })
        start(id, () => toast.dismiss(id))
      }),
    [start, cancel],
  )
  return (
    <div {...areaProps}>
      <Sonner
        position="bottom-right"
        // Its own timers stop for the pointer, but not for the focus.
        duration={Number.POSITIVE_INFINITY}
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
    </div>
  )
}
