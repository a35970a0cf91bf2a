// Whose the recordings of commissions are: the customer's, from the approval on and for ever.

import type { Db } from '#server/db/client.ts'
import type { CommissionRow } from './commission-state.ts'

/** In the transaction of the approval. */
export async function grantRecording(
  tx: Db,
  { id }: Pick<CommissionRow, 'id'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('commission_entitlements')
    .values({ commission_id: id, granted_at: now })
    .execute()
}
