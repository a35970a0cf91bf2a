import type { Db } from '#server/db/client.ts'

/** The latest ban of a banned user. Its reason is what the user was told; the note of the admins is not read. */
export async function findSuspension(db: Db, userId: string) {
  const ban = await db
    .selectFrom('admin_actions')
    .select(['acted_at', 'reason'])
    .where('subject_id', '=', userId)
    .where('action', '=', 'ban_user')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ban ? { since: ban.acted_at.toISOString(), reason: ban.reason } : null
}
