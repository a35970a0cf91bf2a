// Problems of payments that only a person can put right: every admin is told, in their list and by email.

import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { AlarmPage } from '#rules/notifications/alarm-pages.ts'
import type { Db } from '#server/db/client.ts'
import {
  PaymentKeyRefused,
  PaymentRefused,
  type Payments,
} from '#server/gateways/payments/payments.ts'
import { notifyAdmins } from '#server/notifications/notify.ts'

type AlarmDeps = { db: Db; clock: Clock; log: FastifyBaseLogger }

type RaisedAlarm = {
  /** The admins are told once of each. */
  key: string
  problem: string
  /** Where they find it; the list of tasks by default. */
  page?: AlarmPage
}

export async function raiseAlarm(tx: Db, { key, problem, page }: RaisedAlarm): Promise<void> {
  await notifyAdmins(tx, {
    kind: 'payment_alarm',
    reason: problem,
    alarmPage: page,
    key: `payment_alarm:${key}`,
  })
}

/**
 * The card provider as the app uses it everywhere: the admins are told once a day as long as it does not accept our key, or
 * has too little money for a transfer, whichever call finds that out. The call fails as before.
 */
export function withDailyAlarms(payments: Payments, deps: AlarmDeps): Payments {
  return new Proxy(payments, {
    get(provider, name) {
      const part: unknown = Reflect.get(provider, name)
      if (typeof part !== 'function') return part
      return (...args: unknown[]) => {
        const outcome: unknown = Reflect.apply(part, provider, args)
        return outcome instanceof Promise ? orAlarm(outcome, deps) : outcome
      }
    },
  })
}

async function orAlarm(outcome: Promise<unknown>, deps: AlarmDeps): Promise<unknown> {
  try {
    return await outcome
  } catch (error) {
    const alarm = dailyAlarmOf(error)
    if (alarm !== null) {
      // The caller needs the provider's error, also when the alarm could not be stored.
      await raiseToday(deps, alarm).catch((failure: unknown) =>
        deps.log.error({ err: failure, alarm: alarm.key }, 'an alarm was not stored'),
      )
    }
    throw error
  }
}

type Alarm = { key: string; problem: string }

function dailyAlarmOf(error: unknown): Alarm | null {
  if (error instanceof PaymentKeyRefused) return { key: 'key_refused', problem: error.message }
  if (!(error instanceof PaymentRefused && error.code === 'balance_insufficient')) return null
  const problem =
    'The balance at the card provider does not cover a transfer. Add money of the platform’s own, and look whether its bank payouts are manual.'
  return { key: 'balance_insufficient', problem }
}

async function raiseToday({ db, clock }: AlarmDeps, { key, problem }: Alarm): Promise<void> {
  const today = clock.now().toISOString().slice(0, 10)
  await db.transaction().execute((tx) => raiseAlarm(tx, { key: `${key}:${today}`, problem }))
}
