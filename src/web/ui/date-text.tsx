// Dates in London time, independent of the server's or browser's time zone.

const dayMonthYear = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' })

export function DateText({ iso }: { iso: string | null | undefined }) {
  return <time dateTime={iso ?? undefined}>{formatDate(iso)}</time>
}

const withTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** '05/03/2025, 14:07' */
export function DateTimeText({ iso }: { iso: string }) {
  return <time dateTime={iso}>{withTime.format(new Date(iso))}</time>
}

/** '05/03/2025'; 'Invalid date' for anything that is not a date. */
export function formatDate(iso: string | null | undefined): string {
  const date = new Date(iso ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? 'Invalid date' : dayMonthYear.format(date)
}

const yearMonthDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })
const dayMs = 86_400_000

/** Calendar days in London; null if one of both is not a date. */
export function daysBetween(from: string, to: string): number | null {
  const [first, last] = [startOfDay(from), startOfDay(to)]
  return first === null || last === null ? null : Math.round((last - first) / dayMs)
}

function startOfDay(iso: string): number | null {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? null : Date.parse(yearMonthDay.format(date))
}
