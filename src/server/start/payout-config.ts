// The variables of payouts to banks: when those of artists are paid, and how much of the platform's own money stays.

import { z } from 'zod'
import {
  maxDayOfMonth,
  payoutIntervals,
  payoutWeekdays,
  usualPayoutSchedule,
  type PayoutInterval,
  type PayoutSchedule,
} from '#rules/payments/payout-schedule.ts'
import { parsePounds } from '#rules/price.ts'
import { integer, optional } from './config-values.ts'

export const payoutVariables = {
  PAYOUT_INTERVAL: optional(z.enum(payoutIntervals)),
  PAYOUT_DAY: optional(integer(1, maxDayOfMonth)),
  PLATFORM_RESERVE: optional(
    z
      .string()
      .refine((text) => parsePounds(text) !== null, 'must be pounds, like 200 or 200.00')
      .transform((text) => parsePounds(text) ?? 0),
  ),
}

export function* payoutProblems(given: Record<string, string | undefined>): Generator<string> {
  const [interval, day] = [given['PAYOUT_INTERVAL'], given['PAYOUT_DAY']]
  if (interval === 'daily' && day) yield 'PAYOUT_DAY is for PAYOUT_INTERVAL=monthly or weekly'
  if (interval === 'weekly' && !(Number(day || 1) <= payoutWeekdays.length))
    yield `PAYOUT_DAY must be 1 (Monday) to ${payoutWeekdays.length} (Friday) with PAYOUT_INTERVAL=weekly`
}

/** For refunds and disputes. */
const usualReservePence = 20_000

type Values = {
  PAYOUT_INTERVAL?: PayoutInterval | undefined
  PAYOUT_DAY?: number | undefined
  PLATFORM_RESERVE?: number | undefined
}

export function payoutSettingsOf(env: Values): {
  payoutSchedule: PayoutSchedule
  /** Of the platform's own money, what stays at the card provider. */
  platformReservePence: number
} {
  const interval = env.PAYOUT_INTERVAL ?? usualPayoutSchedule.interval
  return {
    payoutSchedule: interval === 'daily' ? { interval } : { interval, day: env.PAYOUT_DAY ?? 1 },
    platformReservePence: env.PLATFORM_RESERVE ?? usualReservePence,
  }
}
