import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { lockCommission } from './commission-state.ts'

/** For what an admin decides: nobody judges the own case. @throws Refusal not_found, own_case */
export async function lockJudged(tx: Db, { id, adminId }: { id: string; adminId: string }) {
  const commission = await lockCommission(tx, id)
  const { customer_id: customerId, artist_id: artistId } = commission
  if (adminId === customerId || adminId === artistId) throw new Refusal('own_case')
  return commission
}
