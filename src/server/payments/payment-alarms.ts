// What only a person can put right about payments: every admin is told, in their list and by email.

import type { Db } from '#server/db/client.ts'
import { PaymentKeyRefused } from '#server/gateways/payments/payments.ts'
import { notifyAdmins } from '#server/notifications/notify.ts'

/** @param alarm.key the admins are told once of each */
export async function raiseAlarm(
  tx: Db,
  { key, problem }: { key: string; problem: string },
): Promise<void> {
  await notifyAdmins(tx, { kind: 'payment_alarm', reason: problem, key: `payment_alarm:${key}` })
}

/** Once a day as long as the provider does not accept our key; other errors are none of this. */
export async function alarmOfRefusedKey(db: Db, error: unknown): Promise<void> {
  if (!(error instanceof PaymentKeyRefused)) return
  const today = new Date().toISOString().slice(0, 10)
  await db
    .transaction()
    .execute((tx) => raiseAlarm(tx, { key: `key_refused:${today}`, problem: error.message }))
}
