// The admin role: only the operator grants and revokes it, never a request.

import type { Db } from '#server/db/client.ts'
import { findUserByEmail } from './account-commands.ts'

export type RoleChange = { username: string } | 'unknown' | 'sells' | 'no_admin'

/**
 * Ends the account's sessions, as revoking does: a session of the old role must not gain or keep permissions. An artist
 * cannot become an admin, because admins have no tracks, no sales and no account at the card provider: the admin needs a
 * separate account here.
 */
export async function grantAdmin(db: Db, email: string): Promise<RoleChange> {
  return (await changeRole(db, email, 'customer', 'admin')) ?? (await reasonNotGranted(db, email))
}

/** Only customers become admins, so the former role is always customer. */
export async function revokeAdmin(db: Db, email: string): Promise<RoleChange> {
  const updated = await changeRole(db, email, 'admin', 'customer')
  if (updated) return updated
  return (await findUserByEmail(db, email)) ? 'no_admin' : 'unknown'
}

async function reasonNotGranted(db: Db, email: string): Promise<RoleChange> {
  const user = await findUserByEmail(db, email)
  if (!user) return 'unknown'
  return user.role === 'artist' ? 'sells' : { username: user.username }
}

async function changeRole(
  db: Db,
  email: string,
  from: 'customer' | 'admin',
  to: 'customer' | 'admin',
): Promise<{ username: string } | null> {
  return db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('users')
      .set({ role: to, updated_at: new Date() })
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .where('role', '=', from)
      .returning(['id', 'username'])
      .executeTakeFirst()
    if (!updated) return null
    await tx.deleteFrom('sessions').where('user_id', '=', updated.id).execute()
    return { username: updated.username }
  })
}
