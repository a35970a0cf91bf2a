// Where the held money of a commission goes once it is decided: to the artist, or back to the customer.

import { sharesOfApproval } from '#rules/payments/approval-shares.ts'
import type { Db } from '#server/db/client.ts'
import { refundHeldMoney, releaseHeldMoney } from '#server/payments/held-money.ts'
import { queueDueTransfers } from '#server/payments/transfers.ts'
import { giveSaleBack, releaseSale } from '#server/sales/sale-commands.ts'
import { pricesOf, type CommissionRow } from './commission-state.ts'

type Paid = Pick<
  CommissionRow,
  | 'id'
  | 'payment_id'
  | 'artist_id'
  | 'artist_pence'
  | 'platform_fee_pence'
  | 'processing_fee_pence'
  | 'customer_pence'
  | 'approved_artist_pence'
>

/**
 * In the transaction of the approval: the artist is owed one transfer. If it is for a part of the price
 * (`approved_artist_pence`), the rest goes back to the customer.
 */
export async function releaseHeld(tx: Db, commission: Paid, now: Date): Promise<void> {
  const shares = sharesOfApproval(pricesOf(commission), commission.approved_artist_pence)
  const release = { paymentId: paymentOf(commission), artistId: commission.artist_id, ...shares }
  await releaseHeldMoney(tx, release, now)
  await releaseSale(tx, { commissionId: commission.id, shares }, now)
}

/** In the transaction that cancels it: all of it goes back. */
export async function refundHeld(tx: Db, commission: Paid, now: Date): Promise<void> {
  const { customer_pence: pence } = commission
  const refund = { paymentId: paymentOf(commission), pence, cause: 'commission_cancelled' } as const
  await refundHeldMoney(tx, refund, now)
  await giveSaleBack(tx, commission.id, now)
}

/** Sends what is due now: the delays after a refusal stay as they are. */
export async function nudgeTransfer(
  db: Db,
  { payment_id: paymentId }: Pick<Paid, 'payment_id'>,
  now: Date,
): Promise<void> {
  if (paymentId !== null) await queueDueTransfers(db, paymentId, now)
}

function paymentOf({ id, payment_id: paymentId }: Paid): string {
  if (paymentId === null) throw new Error(`Commission ${id} was decided, but not paid.`)
  return paymentId
}
