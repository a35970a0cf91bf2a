// Where the money of a commission goes once it is decided: to the artist, or back to the customer.

import type { Db } from '#server/db/client.ts'
import { oweRefunds } from '#server/payments/refunds.ts'
import { oweTransfers } from '#server/payments/transfers.ts'
import type { CommissionRow } from './commission-state.ts'

type Paid = Pick<
  CommissionRow,
  'id' | 'payment_id' | 'artist_id' | 'artist_pence' | 'approved_artist_pence' | 'customer_pence'
>

/** In the transaction of the approval. */
export async function releaseHeld(tx: Db, commission: Paid): Promise<void> {
  const pence = commission.approved_artist_pence ?? commission.artist_pence
  await oweTransfers(tx, paymentOf(commission), [{ artistId: commission.artist_id, pence }])
}

/** In the transaction that cancels it. */
export async function oweCommissionRefund(tx: Db, commission: Paid): Promise<void> {
  await oweRefunds(tx, paymentOf(commission), [
    { orderLineId: null, pence: commission.customer_pence, cause: 'unavailable' },
  ])
}

function paymentOf({ id, payment_id: paymentId }: Paid): string {
  if (paymentId === null) throw new Error(`Commission ${id} was decided, but not paid.`)
  return paymentId
}
