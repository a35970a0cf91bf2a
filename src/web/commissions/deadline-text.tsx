// A deadline in the reader's own time, and what is left until then. The page that the server sends has the time of London;
// neither that change nor the countdown moves anything.

import { useEffect, useState } from 'react'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { timeLeftText } from './time-left-text.ts'

/** The shown times are in minutes. */
const stepMs = 15_000

type DeadlineTextProps = {
  /** Before the time: 'By'. */
  word: string
  at: string
  readAt: string
}

export function DeadlineText({ word, at, readAt }: DeadlineTextProps) {
  const now = useServerTime(readAt)
  return (
    <span className="deadline">
      <span>
        {word} <LocalTime iso={at} />
      </span>
      <span className="deadline-left">{timeLeftText(Date.parse(at) - now)}</span>
    </span>
  )
}

/**
 * The time of the server while a page is open: what it was when the page was read, and how long ago that was.
 * @param readAt the server's time (ISO) of the shown data; the clock of the device may be wrong
 */
function useServerTime(readAt: string): number {
  const [passed, setPassed] = useState({ readAt, ms: 0 })
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setPassed({ readAt, ms: performance.now() - began }), stepMs)
    return () => clearInterval(timer)
  }, [readAt])
  return Date.parse(readAt) + (passed.readAt === readAt ? passed.ms : 0)
}

/** 'Fri, 27 Nov 2026, 14:05 GMT': whose time it is stands beside it. */
export function LocalTime({ iso }: { iso: string }) {
  const timeZone = useIsHydrated() ? undefined : 'Europe/London'
  return <time dateTime={iso}>{formatOf(timeZone).format(new Date(iso))}</time>
}

/** @param timeZone the device's by default */
function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === undefined ? {} : { timeZone }),
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}
