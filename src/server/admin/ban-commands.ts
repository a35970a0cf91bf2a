// Bans. The same transaction hides a banned artist's profile and tracks;
// every call reads from the database whether its user is banned (accounts/sessions.ts).

import { Refusal } from '#rules/errors/refusal.ts'
import { storeArtists } from '#server/accounts/artist-row.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'
import { inTransaction, type Committing } from '#server/clock-and-failpoints/failpoints.ts'
import { notify } from '#server/notifications/notify.ts'
import {
  listTracksOfArtist,
  lockTracksOfArtist,
  unlistTracksOfArtist,
} from '#server/search/list-tracks.ts'
import { recordAdminAction, type AdminWords } from './audit-log.ts'
import { holdTransfersOfBanned } from './transfer-holds.ts'

type Ban = AdminWords & { userId: string; adminId: string }

/** The changes of other features by a ban, in its transaction: passed in by app.ts. */
export type BanEffects = {
  /** Returns what is to be done as the last write. */
  onBan: (tx: Db, userId: string) => Promise<() => Promise<void>>
  onLift: (tx: Db, userId: string) => Promise<void>
}
export type BanDeps = Committing & { banEffects: BanEffects }

/** Repeated, it changes nothing. @throws Refusal not_found, own_ban, admin_ban */
export async function banUser(deps: BanDeps, ban: Ban): Promise<void> {
  if (ban.userId === ban.adminId) throw new Refusal('own_ban')
  await changeBan(deps, { ...ban, banned: true })
}

/** Repeated, it changes nothing. @throws Refusal not_found */
export async function unbanUser(deps: BanDeps, ban: Ban): Promise<void> {
  await changeBan(deps, { ...ban, banned: false })
}

async function changeBan(
  { banEffects, ...deps }: BanDeps,
  { userId, adminId, banned, ...words }: Ban & { banned: boolean },
): Promise<void> {
  await inTransaction(deps, 'ban.commit', async (tx) => {
    if (!(await lockChangeable(tx, { userId, banned }))) return
    const finish = banned ? await banEffects.onBan(tx, userId) : null
    if (!banned) await banEffects.onLift(tx, userId)
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
    // At the end: the rows of many tracks and of the artist stay locked until the commit.
    await storeBan(tx, { userId, banned })
    await finish?.()
  })
}

/** A banned artist's tracks leave the lists, and an artist's whose ban is lifted return, on pages that are cached, too. */
export async function storeBan(
  tx: Db,
  { userId, banned }: { userId: string; banned: boolean },
): Promise<void> {
  if (banned) await unlistTracksOfArtist(tx, userId)
  else await lockTracksOfArtist(tx, userId)
  await tx
    .updateTable('users')
    .set({ banned, updated_at: new Date() })
    .where('id', '=', userId)
    .execute()
  await storeArtists(tx, [userId])
  if (!banned) await listTracksOfArtist(tx, userId)
  await publish(tx, { name: 'artistChanged', artistId: userId })
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
