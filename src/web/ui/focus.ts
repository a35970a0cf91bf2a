// Moves the focus when the focused element is gone.

import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Focuses the page's content after a navigation to another page, or one that has removed the focused link. */
export function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  const shown = useRef({ pathname, search })
  useEffect(() => {
    const previous = shown.current
    shown.current = { pathname, search }
    const isElsewhere = pathname !== previous.pathname
    const hasLostFocus = search !== previous.search && document.activeElement === document.body
    if (isElsewhere || hasLostFocus) main.current?.focus({ preventScroll: true })
  }, [pathname, search])
  return main
}

/** When the focused button is removed, focuses `next`, or the page's main content if `next` is removed too. */
export function moveFocus(next: HTMLElement | null): void {
  const target = next?.isConnected ? next : document.querySelector('main')
  target?.focus()
}
