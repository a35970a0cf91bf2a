// Prepares every file of web tests. Those of a worker share its browser environment and the libraries, because loading both
// takes longer than most tests; what a file leaves behind in them ends here.

import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// A wait ends when its condition is met, however slow the machine is.
configure({ asyncUtilTimeout: 20_000 })

// Our own modules, and so their stores, are loaded anew for each file.
vi.resetModules()

const firstAddress = location.href
const listeners = new AbortController()
const restoreTargets = [window, document].map((target) => {
  const original = target.addEventListener
  target.addEventListener = (
    type: string,
    listener: EventListener,
    options?: boolean | AddEventListenerOptions,
  ) => {
    const given = typeof options === 'boolean' ? { capture: options } : options
    // React listens to a document once for all files.
    const signal = type === 'selectionchange' ? {} : { signal: listeners.signal }
    original.call(target, type, listener, { ...signal, ...given })
  }
  return () => (target.addEventListener = original)
})

// The components of an ended test would be found by later tests and rendered with each change of a store.
afterEach(cleanup)

afterAll(() => {
  listeners.abort()
  for (const restore of restoreTargets) restore()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  history.replaceState(null, '', firstAddress)
})
