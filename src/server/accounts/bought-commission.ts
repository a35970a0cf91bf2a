import type { Db } from '#server/db/client.ts'

/** Whether a commission of theirs was ever paid (D-093). */
export async function hasBoughtCommission(db: Db, customerId: string): Promise<boolean> {
  const paid = await db
    .selectFrom('commissions')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}
