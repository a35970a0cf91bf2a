// Who is an admin: granted and taken back by the operator alone, never by a request.

import type { Db } from '#server/db/client.ts'
import { findUserByEmail } from './account-commands.ts'

export type RoleChange = { username: string } | 'unknown' | 'sells' | 'no_admin'

/** Ends the account's sessions, as revoking does: one that was opened with the old role must not gain or keep a right. An artist has tracks, sales and a payout account, which admins have none of: an admin needs an account of its own. */
export async function grantAdmin(db: Db, email: string): Promise<RoleChange> {
  return (await moveRole(db, email, 'customer', 'admin')) ?? (await reasonAgainst(db, email))
}

/** Only an admin was anything else before: a customer. */
export async function revokeAdmin(db: Db, email: string): Promise<RoleChange> {
  const moved = await moveRole(db, email, 'admin', 'customer')
  if (moved) return moved
  return (await findUserByEmail(db, email)) ? 'no_admin' : 'unknown'
}

async function reasonAgainst(db: Db, email: string): Promise<RoleChange> {
  const user = await findUserByEmail(db, email)
  if (!user) return 'unknown'
  return user.role === 'artist' ? 'sells' : { username: user.username }
}

async function moveRole(
  db: Db,
  email: string,
  from: 'customer' | 'admin',
  to: 'customer' | 'admin',
): Promise<{ username: string } | null> {
  return db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('users')
      .set({ role: to, updated_at: new Date() })
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .where('role', '=', from)
      .returning(['id', 'username'])
      .executeTakeFirst()
    if (!moved) return null
    await tx.deleteFrom('sessions').where('user_id', '=', moved.id).execute()
    return { username: moved.username }
  })
}
