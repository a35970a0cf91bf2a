// Removes each toast after its time, which stands still while the pointer is over one, the focus is in one, or the tab is
// hidden.

import { useCallback, useEffect, useRef, useState, type FocusEvent } from 'react'
import { createPausableTimers } from './pausable-timers.ts'
import { toastDurationMs } from './toast.ts'

export function useToastTimers() {
  const [timers] = useState(createPausableTimers)
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onVisibility = () => (document.hidden ? timers.pause() : timers.resume())
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      timers.clear()
    }
  }, [timers])

  const start = useCallback(
    (id: string | number, remove: () => void) => {
      // No event tells that the toast under the pointer, or with the focus, was removed.
      if (!isInUse(area.current)) timers.resume()
      timers.start(id, toastDurationMs, remove)
    },
    [timers],
  )
  return {
    start,
    cancel: timers.cancel,
    /** For the element around the toasts. */
    areaProps: {
      ref: area,
      onPointerEnter: timers.pause,
      onPointerLeave: timers.resume,
      onFocus: timers.pause,
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
        const stays = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!stays) timers.resume()
      },
    },
  }
}

function isInUse(area: HTMLElement | null): boolean {
  return area !== null && (area.matches(':hover, :focus-within') || document.hidden)
}
