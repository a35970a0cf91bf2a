// How long an artist takes for a commission, and when they were last online, in words (D-096).

const daysPerWeek = 7
const daysPerMonth = 30

/** On a card of the list of artists; nothing where it is not known (FMT-16). */
export function averageDeliveryText(days: number | null): string | null {
  if (days === null || !Number.isFinite(days)) return null
  const whole = Math.max(1, Math.round(days))
  if (whole === 1) return '1 day avg'
  if (whole < daysPerWeek) return `${whole} days avg`
  if (whole === daysPerWeek) return '1 week avg'
  if (whole < daysPerMonth) return `${Math.ceil(whole / daysPerWeek)} weeks`
  if (whole < 2 * daysPerMonth) return '1 month avg'
  return `${Math.round(whole / daysPerMonth)} months`
}

/** In an artist's profile (FMT-17). */
export function completionTimeText(hours: number | null): string {
  if (hours === null || !Number.isFinite(hours)) return 'N/A'
  const whole = Math.round(hours)
  if (whole < 24) return counted(whole, 'hour')
  const days = Math.round(whole / 24)
  if (days < daysPerWeek) return counted(days, 'day')
  if (days < daysPerMonth) return counted(Math.floor(days / daysPerWeek), 'week')
  if (days < 2 * daysPerMonth) return '1 month'
  return counted(Math.round(days / daysPerMonth), 'month')
}

/** @param daysAgo 0 for today (FMT-18) */
export function lastOnlineText(daysAgo: number | null): string {
  if (daysAgo === null || !Number.isFinite(daysAgo)) return 'N/A'
  const days = Math.max(0, Math.floor(daysAgo))
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < daysPerWeek) return `${days} days ago`
  if (days < daysPerMonth) return `${counted(Math.floor(days / daysPerWeek), 'week')} ago`
  return `${counted(Math.floor(days / daysPerMonth), 'month')} ago`
}

/** What an artist who says nothing promises (BUS-22). */
const usualDeliveryDays = 7

/** The longest time that an artist promises to take: weeks where they are whole (FMT-19). */
export function deliveryPromiseText(promisedDays: number | null): string {
  const days = promisedDays ?? usualDeliveryDays
  const isWeeks = days % daysPerWeek === 0
  return isWeeks ? counted(days / daysPerWeek, 'week') : counted(days, 'day')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
