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
