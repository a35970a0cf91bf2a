import { Refusal, type RefusalCode } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'

/**
 * Serialises a customer's transactions: each cart addition, new order and fulfilment sees the changes of the one before.
 * Always taken before any other lock, so that transactions cannot deadlock.
 */
export async function lockCustomer(tx: Db, customerId: string): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * The same lock for what a user writes about others: simultaneous calls of one user are counted correctly, and nothing is
 * written in the name of an account that is being deleted; its row stays for what was sold.
 * @throws Refusal `refusal` when the account has just been deleted
 */
export async function lockAuthor(
  tx: Db,
  userId: string,
  refusal: RefusalCode = 'login_required',
): Promise<void> {
  const author = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!author) throw new Refusal(refusal)
}
