// Presses on a page whose scripts have not arrived yet: a script in its head holds them until React can answer.

import { useEffect } from 'react'

declare global {
  interface Window {
    /** There until the page is hydrated. */
    releasePresses?: () => void
  }
}

/**
 * Only what React alone answers is held: links, forms and popovers work by themselves. At the window and in the capture
 * phase the script is ahead of React, which answers some presses during hydration and would answer them a second time.
 * The dimming is an animation: an attribute would differ from what React expects to find.
 */
export const holdPressesScript = `(() => {
  const answeredByReact =
    'button[type=button]:not([popovertarget],[aria-disabled]),input[type=range],.theme-switch input'
  const held = new Map()
  function hold(event) {
    const control = event.target.closest(answeredByReact)
    if (control === null) return
    event.stopImmediatePropagation()
    if (control.type !== 'range') event.preventDefault()
    const dimming =
      control.type === 'button' &&
      control.animate({ opacity: 0.5 }, { duration: 1, fill: 'forwards' })
    held.set(control, { value: control.value, dimming })
  }
  addEventListener('click', hold, true)
  window.releasePresses = () => {
    removeEventListener('click', hold, true)
    delete window.releasePresses
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

/** In the frame of every page: its effects run after those of everything in it. */
export function useReleasedPresses(): void {
  useEffect(() => window.releasePresses?.(), [])
}
