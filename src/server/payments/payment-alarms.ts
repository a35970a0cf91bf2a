// What only a person can put right about payments: every admin is told, in their list and by email.

import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/client.ts'
import { PaymentKeyRefused, type Payments } from '#server/gateways/payments/payments.ts'
import { notifyAdmins } from '#server/notifications/notify.ts'

type AlarmDeps = { db: Db; clock: Clock; log: FastifyBaseLogger }

/** @param alarm.key the admins are told once of each */
export async function raiseAlarm(
  tx: Db,
  { key, problem }: { key: string; problem: string },
): Promise<void> {
  await notifyAdmins(tx, { kind: 'payment_alarm', reason: problem, key: `payment_alarm:${key}` })
}

/**
 * The card provider as the app uses it everywhere: the admins are told once a day as long as it does not accept our key,
 * whichever call finds that out. The call fails as before.
 */
export function withKeyAlarm(payments: Payments, deps: AlarmDeps): Payments {
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
    if (error instanceof PaymentKeyRefused) {
      // The caller needs the provider's error, also when the alarm could not be stored.
      await alarmOfRefusedKey(deps, error).catch((failure: unknown) =>
        deps.log.error({ err: failure }, 'the alarm of a refused key was not stored'),
      )
    }
    throw error
  }
}

async function alarmOfRefusedKey(
  { db, clock }: AlarmDeps,
  { message }: PaymentKeyRefused,
): Promise<void> {
  const today = clock.now().toISOString().slice(0, 10)
  await db
    .transaction()
    .execute((tx) => raiseAlarm(tx, { key: `key_refused:${today}`, problem: message }))
}
