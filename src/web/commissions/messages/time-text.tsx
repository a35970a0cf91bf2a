const hourMinute = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  timeStyle: 'short',
})

/** '14:07', in London as everywhere on the site. */
export function TimeText({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatTime(iso)}</time>
}

/** The same as text. */
export function formatTime(iso: string): string {
  return hourMinute.format(new Date(iso))
}
