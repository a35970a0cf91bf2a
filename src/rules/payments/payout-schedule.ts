// When the card provider pays what is on artists' accounts to their banks. An operator sets it by PAYOUT_INTERVAL and
// PAYOUT_DAY (server/start/config.ts, docs/operations.md). Days begin at midnight (UTC).

export const payoutIntervals = ['monthly', 'weekly', 'daily'] as const
export type PayoutInterval = (typeof payoutIntervals)[number]

/** Banks are paid on these; the first is day 1. */
export const payoutWeekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

export const maxDayOfMonth = 31

/** `day`: of the month, in a shorter one its last; or of the week, from 1 for Monday to 5 for Friday. */
export type PayoutSchedule =
  | { interval: 'monthly'; day: number }
  | { interval: 'weekly'; day: number }
  | { interval: 'daily' }

/** Each month in which an account is paid costs a fee, so that more often costs more. */
export const usualPayoutSchedule: PayoutSchedule = { interval: 'monthly', day: 1 }

export function isSameSchedule(one: PayoutSchedule, other: PayoutSchedule): boolean {
  return payoutScheduleKey(one) === payoutScheduleKey(other)
}

/** As it is stored: 'monthly:1', 'daily'. */
export function payoutScheduleKey(schedule: PayoutSchedule): string {
  return schedule.interval === 'daily' ? 'daily' : `${schedule.interval}:${schedule.day}`
}

const dayMs = 86_400_000

/** The first midnight after `now` at which banks are paid. */
export function nextPayoutAt(schedule: PayoutSchedule, now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  let midnight = today + dayMs
  while (!paysAt(schedule, new Date(midnight))) midnight += dayMs
  return new Date(midnight)
}

function paysAt(schedule: PayoutSchedule, midnight: Date): boolean {
  if (schedule.interval === 'daily') return true
  if (schedule.interval === 'weekly') return midnight.getUTCDay() === schedule.day
  const isLastOfMonth = new Date(midnight.getTime() + dayMs).getUTCDate() === 1
  const day = midnight.getUTCDate()
  return day === schedule.day || (isLastOfMonth && schedule.day > day)
}

/** Why an artist is paid then, in a sentence. */
export function payoutReason(schedule: PayoutSchedule): string {
  if (schedule.interval === 'daily') return 'Banks are paid every day.'
  if (schedule.interval === 'weekly')
    return `Banks are paid every ${capital(payoutWeekdays[schedule.day - 1] ?? '')}. More often would cost a fee each time.`
  return `Banks are paid once a month, on the ${ordinal(schedule.day)}${schedule.day > 28 ? ' or the last day' : ''}. More often would cost a fee each time.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

function ordinal(day: number): string {
  const rule = new Intl.PluralRules('en-GB', { type: 'ordinal' }).select(day)
  return `${day}${endings[rule]}`
}
