// The inbox of the card provider's events: each once, with the job that looks what has become of its object.

import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Db } from '#server/db/client.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import type { PaymentEvent } from '#server/gateways/payments/payments.ts'
import { aboutOf, queueCheck } from './event-jobs.ts'

/**
 * Stores an event once per id, however often it is delivered; its job is queued in the same transaction. The body is not
 * stored: the job fetches the present state. An event of the other mode is only counted.
 */
export async function storeEvent(
  { clock, ...deps }: Committing & { clock: Clock },
  event: PaymentEvent,
  { isOfOtherMode }: { isOfOtherMode: boolean },
): Promise<void> {
  const now = clock.now()
  await inTransaction(deps, 'event.commit', async (tx) => {
    const stored = await tx
      .insertInto('payment_events')
      .values({
        id: event.id,
        type: event.type,
        about: aboutOf(event),
        is_of_other_mode: isOfOtherMode,
        received_at: now,
        processed_at: isOfOtherMode ? now : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!stored || isOfOtherMode) return
    await queueCheck(tx, event)
  })
}

/** The provider repeats an event for three days; later its id is not needed any more. */
const eventDays = 90

export async function removeOldEvents(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('payment_events')
    .where('received_at', '<', new Date(now.getTime() - eventDays * 24 * 3_600_000))
    .execute()
}
