// A deadline in the reader's own time, and what is left until then. The page that the server sends has the time of London;
// neither that change nor the countdown moves anything.

import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { timeLeftText } from './time-left-text.ts'
import { useServerTime } from './use-server-time.ts'

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

/** 'Fri, 27 Nov 2026, 14:05 GMT': whose time it is stands beside it. */
export function LocalTime({ iso }: { iso: string }) {
  const timeZone = useIsHydrated() ? undefined : 'Europe/London'
  return (
    <time dateTime={iso} className="local-time">
      {formatOf(timeZone).format(new Date(iso))}
    </time>
  )
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
