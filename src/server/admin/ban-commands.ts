// Bans. The database hides a banned artist's profile and tracks in the same transaction (migrations 0013 and 0025), and
// every call reads from the database whether its user is banned (accounts/sessions.ts).

import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { notify } from '#server/notifications/notify.ts'
import { recordAdminAction, type AdminWords } from './audit-log.ts'
import { holdTransfersOfBanned } from './transfer-holds.ts'

type Ban = AdminWords & { userId: string; adminId: string }

/** Repeated, it changes nothing. @throws Refusal not_found, own_ban, admin_ban */
export async function banUser(db: Db, ban: Ban): Promise<void> {
  if (ban.userId === ban.adminId) throw new Refusal('own_ban')
  await changeBan(db, { ...ban, banned: true })
}

/** Repeated, it changes nothing. @throws Refusal not_found */
export async function unbanUser(db: Db, ban: Ban): Promise<void> {
  await changeBan(db, { ...ban, banned: false })
}

async function changeBan(
  db: Db,
  { userId, adminId, banned, ...words }: Ban & { banned: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockChangeable(tx, { userId, banned }))) return
    const action = banned ? 'ban_user' : 'unban_user'
    const id = await recordAdminAction(tx, { adminId, action, subjectId: userId, ...words })
    if (banned) await holdTransfersOfBanned(tx, userId)
    await publish(tx, { name: 'sessionsChanged', userId })
    await notify(tx, {
      to: userId,
      key: `admin:${id}`,
      kind: banned ? 'banned' : 'unbanned',
      reason: words.reason,
    })
    // Last: its triggers write counts that all artists share, which stay locked until the commit. They also publish
    // `artistChanged`.
    await tx
      .updateTable('users')
      .set({ banned, updated_at: new Date() })
      .where('id', '=', userId)
      .execute()
  })
}

/** Returns whether there is something to change. The user stays locked: simultaneous bans see each other. */
async function lockChangeable(
  tx: Db,
  { userId, banned }: { userId: string; banned: boolean },
): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select(['role', 'banned'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw new Refusal('not_found')
  if (banned && user.role === 'admin') throw new Refusal('admin_ban')
  return user.banned !== banned && user.role !== 'admin'
}
