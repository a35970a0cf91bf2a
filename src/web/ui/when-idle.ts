/** A page that is never idle, such as one that animates, does it then as well. */
const latestMs = 2_000

/** Does what the user may need soon, when the browser has nothing else to do. Returns how to cancel it. */
export function whenIdle(act: () => void): () => void {
  // Older versions of Safari do not tell when they are idle.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, latestMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: latestMs })
  return () => cancelIdleCallback(handle)
}
