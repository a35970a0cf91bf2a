import { sql } from 'kysely'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'

/**
 * The account comes first, as in each write of a track. A file may have been on its way for minutes.
 * @throws Refusal login_required if the account was deleted meanwhile, banned
 */
export async function lockAccount(
  tx: Db,
  userId: string,
): Promise<{ id: string; avatar: string | null }> {
  const account = await tx
    .selectFrom('users')
    .select(['id', 'avatar', 'banned'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw new Refusal('login_required')
  if (account.banned) throw new Refusal('banned')
  return account
}

/**
 * The account of whoever acts, and beside it the other party's, of which a ban or a deletion waits. In the order of their
 * ids, so that two can act towards each other at once; both can be the same.
 * @throws Refusal of lockAccount
 */
export async function lockParties(
  tx: Db,
  { actorId, otherId }: { actorId: string; otherId: string },
): Promise<void> {
  for (const id of [...new Set([actorId, otherId])].toSorted()) {
    if (id === actorId) await lockAccount(tx, id)
    else await sql`select from users where id = ${id} for share`.execute(tx)
  }
}
