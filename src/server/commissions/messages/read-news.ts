import type { Party } from '#rules/commissions/parties.ts'
import type { Db } from '#server/db/client.ts'
import { markKeyRead } from '#server/notifications/notification-commands.ts'
import { newsKeyOf } from '../commission-notices.ts'
import { partyId, type CommissionRow } from '../commission-state.ts'
import { findUnread } from '../unread-news.ts'

/** The notification of a room is read once nothing is unread there: seen, or taken back. */
export async function readNewsIfSeen(
  tx: Db,
  commission: Pick<CommissionRow, 'id' | 'customer_id' | 'artist_id'>,
  party: Party,
): Promise<void> {
  const { messages, notes } = await findUnread(tx, { commissionId: commission.id, party })
  if (messages + notes > 0) return
  const userId = partyId(commission, party)
  await markKeyRead(tx, { userId, key: newsKeyOf(commission) })
}
