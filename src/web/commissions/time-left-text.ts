const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** '3 days 4 hours left': two units at most, rounded down, so that nobody is promised time that is not there. */
export function timeLeftText(ms: number): string {
  if (ms <= 0) return 'The time is over'
  if (ms < minuteMs) return 'Less than a minute left'
  const days = Math.floor(ms / dayMs)
  const hours = Math.floor((ms % dayMs) / hourMs)
  const minutes = Math.floor((ms % hourMs) / minuteMs)
  const parts =
    days > 0
      ? [counted(days, 'day'), counted(hours, 'hour')]
      : [counted(hours, 'hour'), counted(minutes, 'minute')]
  return `${parts.filter((part) => part !== '').join(' ')} left`
}

function counted(count: number, unit: string): string {
  if (count === 0) return ''
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
