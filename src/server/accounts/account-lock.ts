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
