// Double entry: every fact is booked once, in integer pence, and sums to zero (the database checks it at commit).

import type { Db } from '#server/db/client.ts'
import {
  postingOfHeldRefund,
  postingOfRefund,
  postingOfRelease,
  postingOfReturnedRefund,
  postingOfSettledRefund,
  postingOfSettledTransfer,
  postingOfTransfer,
  postingsOfPayment,
  type BookedRefund,
  type BookedRelease,
  type BookedSettledRefund,
  type BookedTransfer,
  type PaidPayment,
  type Posting,
} from './ledger-postings.ts'

export async function bookPayment(tx: Db, payment: PaidPayment, at: Date): Promise<void> {
  for (const posting of postingsOfPayment(payment)) await book(tx, posting, at)
}

export async function bookRelease(tx: Db, release: BookedRelease, at: Date): Promise<void> {
  await book(tx, postingOfRelease(release), at)
}

export async function bookHeldRefund(
  tx: Db,
  refund: { paymentId: string; pence: number },
  at: Date,
): Promise<void> {
  await book(tx, postingOfHeldRefund(refund), at)
}

export async function bookTransfer(tx: Db, transfer: BookedTransfer, at: Date): Promise<void> {
  await book(tx, postingOfTransfer(transfer), at)
}

export async function bookRefund(tx: Db, refund: BookedRefund, at: Date): Promise<void> {
  await book(tx, postingOfRefund(refund), at)
}

export async function bookReturnedRefund(tx: Db, refund: BookedRefund, at: Date): Promise<void> {
  await book(tx, postingOfReturnedRefund(refund), at)
}

export async function bookSettledRefund(
  tx: Db,
  refund: BookedSettledRefund,
  at: Date,
): Promise<void> {
  await book(tx, postingOfSettledRefund(refund), at)
}

export async function bookSettledTransfer(
  tx: Db,
  transfer: BookedTransfer,
  at: Date,
): Promise<void> {
  await book(tx, postingOfSettledTransfer(transfer), at)
}

/** A fact that is already booked violates the unique index and rolls back the whole transaction. */
async function book(tx: Db, { fact, paymentId, entries }: Posting, bookedAt: Date): Promise<void> {
  if (entries.length === 0) return
  const { id } = await tx
    .insertInto('ledger_transactions')
    .values({ fact, payment_id: paymentId, booked_at: bookedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ledger_entries')
    .values(
      entries.map(({ account, artistId, pence }) => ({
        transaction_id: id,
        account,
        artist_id: artistId ?? null,
        amount_pence: pence,
      })),
    )
    .execute()
}
