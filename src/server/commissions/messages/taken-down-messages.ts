// Messages that a report takes down, and puts back: meanwhile the room says in their place that they were removed. The
// caller's transaction has locked the commission.

import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { commissionChanged } from '../take-step.ts'
import { countWaitingAgain } from './room-news.ts'

/** @param at by the clock of the report's decision */
export async function takeMessageDown(tx: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  const message = await tx
    .updateTable('commission_messages')
    .set({ taken_down_at: at })
    .where('id', '=', id)
    .where('taken_down_at', 'is', null)
    .returning(['commission_id', 'author_id'])
    .executeTakeFirst()
  if (message) await tellRoom(tx, message)
}

export async function putMessageBack(tx: Db, id: string): Promise<void> {
  const message = await tx
    .updateTable('commission_messages')
    .set({ taken_down_at: null })
    .where('id', '=', id)
    .where('taken_down_at', 'is not', null)
    .returning(['commission_id', 'author_id'])
    .executeTakeFirst()
  if (message) await tellRoom(tx, message)
}

type Changed = { commission_id: string; author_id: string }

/** No email tells of what was removed, and the open pages of both parties show the change. */
async function tellRoom(tx: Db, { commission_id: id, author_id: authorId }: Changed) {
  const commission = await tx
    .selectFrom('commissions')
    .select(['id', 'customer_id', 'artist_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { customer_id: customerId, artist_id: artistId } = commission
  const userId = authorId === customerId ? artistId : customerId
  await countWaitingAgain(tx, { commissionId: id, userId })
  await publish(tx, commissionChanged(commission))
}
