// Clicks on a page whose scripts have not loaded yet: a script in its head holds them until React can handle them.

import { useEffect } from 'react'

declare global {
  interface Window {
    /** Defined until the page is hydrated. */
    replayEarlyClicks?: () => void
  }
}

/**
 * Only clicks that need React are held: links, forms and popovers work by themselves. The listener is on the window in
 * the capture phase, so that it runs before React, which handles some clicks during hydration and would handle them twice.
 * The dimming is an animation: an attribute would cause a hydration mismatch.
 */
export const queueClicksScript = `(() => {
  const handledByReact =
    'button[type=button]:not([popovertarget],[aria-disabled]),input[type=range],.theme-switch input'
  const held = new Map()
  function hold(event) {
    const control = event.target.closest(handledByReact)
    if (control === null) return
    event.stopImmediatePropagation()
    if (control.type !== 'range') event.preventDefault()
    const dimming =
      control.type === 'button' &&
      control.animate({ opacity: 0.5 }, { duration: 1, fill: 'forwards' })
    held.set(control, { value: control.value, dimming })
  }
  addEventListener('click', hold, true)
  window.replayEarlyClicks = () => {
    removeEventListener('click', hold, true)
    delete window.replayEarlyClicks
    for (const [control, { value, dimming }] of held) {
      if (dimming) dimming.cancel()
      if (control.type === 'range') {
        control.value = value
        control.dispatchEvent(new Event('input', { bubbles: true }))
      }
      control.click()
    }
  }
})()`

/** Called in the root layout: its effects run after those of all its children. */
export function useEarlyClicks(): void {
  useEffect(() => window.replayEarlyClicks?.(), [])
}
