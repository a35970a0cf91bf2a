// The queries of the settings: the account, and where it is logged in.

import { Refusal } from '#rules/errors/refusal.ts'
import { deviceName } from '#rules/accounts/device-name.ts'
import type { SessionEntry } from '#contracts/accounts/settings.ts'
import type { Db } from '#server/db/client.ts'
import { publish } from '#server/events/site-events.ts'

export async function findAccount(db: Db, userId: string) {
  const account = await db
    .selectFrom('users')
    .select(['username', 'display_name', 'role', 'email', 'email_verified', 'two_factor_enabled'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const change = await db
    .selectFrom('email_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('kind', '=', 'change_email')
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return {
    username: account.username,
    displayName: account.display_name,
    role: account.role,
    email: account.email,
    emailVerified: account.email_verified,
    newEmail: change?.email ?? null,
    twoFactorEnabled: account.two_factor_enabled,
  }
}

type Caller = { id: string; sessionId: string }

/** More are not shown; they end by themselves within days. */
const maxShown = 100

/** This session first, then the latest used. */
export async function findSessions(db: Db, { id, sessionId }: Caller): Promise<SessionEntry[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .where('expires_at', '>', new Date())
    .orderBy((eb) => eb('id', '=', sessionId), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(maxShown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    loggedInAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === sessionId,
  }))
}

/** @throws Refusal not_found, also for another user's session */
export async function endSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (ended.numDeletedRows === 0n) throw new Refusal('not_found')
    await publish(tx, { name: 'sessionsChanged', userId })
  })
}
