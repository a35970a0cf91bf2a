// Follows every PageLink by client-side navigation, without a full page load.

import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#web/ui/toasts/toast.ts'
import { messages } from '#web/messages.ts'

export function usePageLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = linkToFollow(event)
      if (link === null) return
      event.preventDefault()
      // The navigation would end on the browser's error page, and the state of this page would be lost.
      if (!navigator.onLine) return toast.error(messages.network)
      link.closest<HTMLElement>('[popover]')?.hidePopover()
      const address = link.pathname + link.search + link.hash
      // A link to the present page adds no second history entry.
      void navigate(address, { replace: link.href === location.href })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}

/** Null for clicks that the browser must handle itself: a new tab, a new window, a download. */
function linkToFollow(event: MouseEvent): HTMLAnchorElement | null {
  const isPlainClick =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!isPlainClick || event.defaultPrevented || !(event.target instanceof Element)) return null
  const link = event.target.closest('a[data-page]')
  if (!(link instanceof HTMLAnchorElement) || link.target !== '') return null
  return link.origin === location.origin ? link : null
}
