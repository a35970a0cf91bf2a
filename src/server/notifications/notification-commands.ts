// The commands of users about their notifications: reading them, and choosing which are emailed.

import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { countUnread } from './notification-queries.ts'

/** Returns the number that stays unread. @throws Refusal not_found */
export async function markRead(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const marked = await markUnread(tx, userId).where('id', '=', id).executeTakeFirst()
    if (marked.numUpdatedRows === 0n) await refuseUnlessOwn(tx, { id, userId })
    else await tellOtherTabs(tx, userId)
    return countUnread(tx, userId)
  })
}

export async function markAllRead(db: Db, userId: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const marked = await markUnread(tx, userId).executeTakeFirst()
    if (marked.numUpdatedRows > 0n) await tellOtherTabs(tx, userId)
    return countUnread(tx, userId)
  })
}

/** Of the notification that collects events under this key, once its reader has seen them. */
export async function markKeyRead(
  tx: Db,
  { userId, key }: { userId: string; key: string },
): Promise<void> {
  const marked = await markUnread(tx, userId).where('key', '=', key).executeTakeFirst()
  if (marked.numUpdatedRows > 0n) await tellOtherTabs(tx, userId)
}

function markUnread(tx: Db, userId: string) {
  return tx
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
}

async function refuseUnlessOwn(tx: Db, { id, userId }: { id: string; userId: string }) {
  const own = await tx
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!own) throw new Refusal('not_found')
}

function tellOtherTabs(tx: Db, userId: string): Promise<void> {
  return publish(tx, { name: 'notificationsChanged', userIds: [userId] })
}
