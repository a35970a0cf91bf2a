// The time of the server while a page is open: what it was when the page was read, and how long ago that was.

import { useEffect, useState } from 'react'

/** The shown times are in minutes. */
const stepMs = 15_000

/** @param readAt the server's time (ISO) of the shown data; the clock of the device may be wrong */
export function useServerTime(readAt: string): number {
  const [passed, setPassed] = useState({ readAt, ms: 0 })
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setPassed({ readAt, ms: performance.now() - began }), stepMs)
    return () => clearInterval(timer)
  }, [readAt])
  return Date.parse(readAt) + (passed.readAt === readAt ? passed.ms : 0)
}
