// Clicks on links between pages: the router follows them, unless there is no connection.

import { useEffect } from 'react'
import { apiMessages } from '#web/api/api-messages.ts'
import { toast } from '#web/ui/toasts/toast.ts'

export function usePageLinks(): void {
  useEffect(() => {
    // In the capture phase, before the router's own handler.
    document.addEventListener('click', handleClick, true)
    return () => document.removeEventListener('click', handleClick, true)
  }, [])
}

function handleClick(event: MouseEvent): void {
  const link = clickedLink(event)
  if (link === null) return
  if (!navigator.onLine) {
    // The navigation would end on the browser's error page, and the state of this page would be lost.
    event.preventDefault()
    return toast.error(apiMessages.network)
  }
  link.closest<HTMLElement>('[popover]')?.hidePopover()
}

/** Null for clicks that the browser must handle itself: a new tab, a new window. */
function clickedLink(event: MouseEvent): HTMLAnchorElement | null {
  const isPlainClick =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!isPlainClick || !(event.target instanceof Element)) return null
  const link = event.target.closest<HTMLAnchorElement>('a[data-page]')
  return link === null || link.target !== '' ? null : link
}
