// Money that the provider has moved, and no row of ours can say so: the admins are told, and it stays found until a person has
// put it right at the provider.

import type { Db } from '#server/db/client.ts'
import { raiseAlarm } from './payment-alarms.ts'

type WithoutRow = {
  /** As the comparison with the provider names it, which looks at it again each hour. */
  kind: 'transfer_without_row' | 'refund_without_row'
  providerId: string
  paymentId: string
  /** For the admins: a sentence or two. */
  problem: string
  now: Date
}

export async function reportWithoutRow(
  tx: Db,
  { kind, providerId, paymentId, problem, now }: WithoutRow,
): Promise<void> {
  await tx
    .insertInto('found_problems')
    .values({
      kind,
      subject: providerId,
      payment_id: paymentId,
      found_at: now,
      found_by: 'compare_with_provider',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await raiseAlarm(tx, { key: `${kind}:${providerId}`, problem })
}
