// The clock of a running app and of its card provider, which journeys move ahead.

import { nextPayoutAt, usualPayoutSchedule } from '#rules/payments/payout-schedule.ts'
import type { RunningApp } from './running-app.ts'

type App = Pick<RunningApp, 'url'>

const daySeconds = 24 * 3600

/** Returns the app's time then. */
export async function advanceClock({ url }: App, seconds: number): Promise<Date> {
  const moved = await fetch(`${url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  })
  if (!moved.ok) throw new Error(`The clock did not move: ${await moved.text()}`)
  const { now } = (await moved.json()) as { now: string }
  return new Date(now)
}

/** A second more, so that what is due after so many days is due. */
export async function moveClock(app: App, days: number): Promise<void> {
  await advanceClock(app, days * daySeconds + 1)
}

/** Does nothing if it has passed. */
export async function advanceTo(app: App, time: Date): Promise<void> {
  const now = await advanceClock(app, 0)
  await advanceClock(app, Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000)))
}

const twoDaysMs = 2 * daySeconds * 1000

/**
 * Two days after the next payout from artists' accounts that contains what customers have paid until now, which settles in
 * two days: it has arrived at their banks.
 */
export async function untilBanksPaid(app: App): Promise<void> {
  const now = await advanceClock(app, 0)
  const next = nextPayoutAt(usualPayoutSchedule, new Date(now.getTime() + twoDaysMs))
  await advanceTo(app, new Date(next.getTime() + twoDaysMs))
}

/** 04:00 of the next day, when the day that has ended is compared with the card provider. Returns that day. */
export async function untilNight(app: App): Promise<string> {
  const day = (await advanceClock(app, 0)).toISOString().slice(0, 10)
  await advanceTo(app, new Date(Date.parse(`${day}T04:00:00Z`) + daySeconds * 1000))
  return day
}
