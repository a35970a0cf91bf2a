// Whose the recordings of commissions are: the customer's, from the approval on, unless all of the money has gone back.

import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { prepareBought } from '#server/orders/rendition-requests.ts'
import { isPaymentLost } from '#server/payments/disputed-payments.ts'
import { findCommission } from './commission-queries.ts'
import type { CommissionRow } from './commission-state.ts'

type Granted = Pick<CommissionRow, 'id' | 'customer_id' | 'payment_id'>

/**
 * In the transaction of the approval, and of a dispute that the bank has decided for us after all: like a bought track, it can
 * be heard on a phone soon. Nothing is granted for a payment that the bank has given back.
 */
export async function grantRecording(
  tx: Db,
  { id, customer_id: userId, payment_id: paymentId }: Granted,
  now: Date,
): Promise<void> {
  if (paymentId !== null && (await isPaymentLost(tx, paymentId))) return
  await tx
    .insertInto('commission_entitlements')
    .values({ commission_id: id, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await prepareBought(tx, { userId, recordingIds: [id] })
}

/** All that was paid for it goes back, or the bank has given it back. */
export async function endOwnership(tx: Db, commissionId: string): Promise<void> {
  await tx.deleteFrom('commission_entitlements').where('commission_id', '=', commissionId).execute()
}

/** Others get what a missing commission gets. @throws Refusal not_found, commission_moved before the approval */
export async function refuseUnlessOwned(
  db: Db,
  { commissionId: id, customerId }: { commissionId: string; customerId: string },
): Promise<void> {
  const reader = { id: customerId, mayAdminister: false }
  const { viewer } = await findCommission(db, { id, reader })
  if (viewer !== 'customer') throw new Refusal('not_found')
  const owned = await db
    .selectFrom('commission_entitlements')
    .select('commission_id')
    .where('commission_id', '=', id)
    .executeTakeFirst()
  if (!owned) throw new Refusal('commission_moved')
}
