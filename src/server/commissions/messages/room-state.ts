// Whether the room of a commission takes messages now, and whether its viewer may read them.

import type { Commission } from '#contracts/commissions/commission.ts'
import { messagesCloseAt, takesMessages } from '#rules/commissions/message-times.ts'
import type { Db } from '#server/db/client.ts'
import type { ReadCommission, Viewer } from '../commission-queries.ts'
import type { CommissionDeps } from '../take-step.ts'
import { readingOf } from './room-reading.ts'

export async function findRoomState(
  { db, spans }: CommissionDeps & { db: Db },
  commission: ReadCommission,
  reader: { userId: string; viewer: Viewer; now: Date },
): Promise<Commission['room']> {
  const { customer_id: customerId, artist_id: artistId, ended_at: endedAt } = commission
  const closeAt = messagesCloseAt(endedAt, spans)
  const gone = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [customerId, artistId])
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  const isPartyGone = gone !== undefined
  return {
    isOpen: takesMessages({ endedAt, isPartyGone }, { now: reader.now, spans }),
    closesAt: closeAt === null ? null : closeAt.toISOString(),
    ...(await readingOf(db, commission, reader)),
  }
}
