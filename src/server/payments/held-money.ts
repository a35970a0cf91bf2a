// Money that is held for a commission since it was paid: it is released once, wholly or in part, or given back once. What
// is owed then never exceeds what was paid (payments_owe_at_most_what_was_paid).

import type { Db } from '#server/db/client.ts'
import type { RefundCause } from '#rules/payments/payment-process.ts'
import type { Vat } from '#rules/vat/contained-vat.ts'
import { bookHeldRefund, bookRelease } from '#server/ledger/ledger.ts'
import type { BookedRelease } from '#server/ledger/ledger-postings.ts'
import { oweRefunds } from './refunds.ts'
import { oweTransfers } from './transfers.ts'

/** `refundVat`: the VAT of what goes back. */
export type HeldRelease = BookedRelease & { refundVat: Vat }

/** Owes the artist's part as one transfer, and the rest back to the customer. */
export async function releaseHeldMoney(tx: Db, release: HeldRelease, now: Date): Promise<void> {
  const { paymentId, artistId, artistPence, refundPence, refundVat: vat } = release
  await bookRelease(tx, release, now)
  await oweTransfers(tx, { paymentId, now }, [{ artistId, pence: artistPence }])
  if (refundPence === 0) return
  const refund = { orderLineId: null, pence: refundPence, cause: 'commission_part' as const, vat }
  await oweRefunds(tx, { paymentId, now }, [refund])
}

export type HeldRefund = { paymentId: string; pence: number; cause: RefundCause; vat: Vat }

/** Owes all of it back to the customer. */
export async function refundHeldMoney(
  tx: Db,
  { paymentId, pence, cause, vat }: HeldRefund,
  now: Date,
): Promise<void> {
  await bookHeldRefund(tx, { paymentId, pence }, now)
  await oweRefunds(tx, { paymentId, now }, [{ orderLineId: null, pence, cause, vat }])
}
