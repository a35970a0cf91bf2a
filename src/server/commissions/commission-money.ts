// Where the held money of a commission goes once it is decided: to the artist, or back to the customer.

import { sharesOfApproval } from '#rules/payments/approval-shares.ts'
import { vatOfShares, vatReturned } from '#rules/vat/contained-vat.ts'
import type { Db } from '#server/db/client.ts'
import {
  refundHeldMoney,
  releaseHeldMoney,
  type HeldRefund,
  type HeldRelease,
} from '#server/payments/held-money.ts'
import { queueDueTransfers } from '#server/payments/transfers.ts'
import { findVatTerms, giveSaleBack, releaseSale } from '#server/sales/sale-commands.ts'
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
  const release = await findRelease(tx, commission)
  await releaseHeldMoney(tx, release, now)
  const { vatPence } = release.refundVat
  await releaseSale(tx, { commissionId: commission.id, shares: release, vatPence }, now)
}

/** How an approval divides what is held. */
export async function findRelease(db: Db, commission: Paid): Promise<HeldRelease> {
  const prices = pricesOf(commission)
  const shares = sharesOfApproval(prices, commission.approved_artist_pence)
  const terms = await findVatTerms(db, commission.id)
  const { vatPence } = vatOfShares(terms, shares)
  const refundVat = vatReturned(terms, { before: prices, after: shares })
  const paymentId = paymentOf(commission)
  return { paymentId, artistId: commission.artist_id, ...shares, vatPence, refundVat }
}

/** In the transaction that cancels it: all of it goes back. */
export async function refundHeld(tx: Db, commission: Paid, now: Date): Promise<void> {
  await refundHeldMoney(tx, await findHeldRefund(tx, commission), now)
  await giveSaleBack(tx, commission.id, now)
}

export async function findHeldRefund(db: Db, commission: Paid): Promise<HeldRefund> {
  const { customer_pence: pence } = commission
  const vat = vatOfShares(await findVatTerms(db, commission.id), pricesOf(commission))
  return { paymentId: paymentOf(commission), pence, cause: 'commission_cancelled', vat }
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
