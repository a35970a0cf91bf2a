// Double entry: every fact is booked once, in integer pence, and sums to zero (the database checks it at commit).

import type { Db } from '#server/db/client.ts'
import type { LedgerAccount } from '#server/db/tables/payment-tables.ts'
import type { Owed } from './payment-subjects.ts'

type Entry = { account: LedgerAccount; artistId?: string; pence: number }

type PaidPayment = {
  paymentId: string
  amountPence: number
  /** The provider's fee for the charge. */
  providerFeePence: number
  owed: Owed
}

/** Debits are positive. The payment is owed to the artists, owed back to the customer, or earned by the platform. */
export async function bookPayment(
  tx: Db,
  { paymentId, amountPence, providerFeePence, owed }: PaidPayment,
): Promise<void> {
  await book(tx, `paid:${paymentId}`, paymentId, [
    { account: 'stripe_pending', pence: amountPence },
    ...owed.transfers.map(({ artistId, pence }): Entry => ({
      account: 'artist_payable',
      artistId,
      pence: -pence,
    })),
    {
      account: 'customer_payable',
      pence: -owed.refunds.reduce((sum, { pence }) => sum + pence, 0),
    },
    { account: 'platform_commission', pence: -owed.platformFeePence },
    { account: 'processing_fee', pence: -owed.processingFeePence },
  ])
  await book(tx, `fee:${paymentId}`, paymentId, [
    { account: 'stripe_fees', pence: providerFeePence },
    { account: 'stripe_pending', pence: -providerFeePence },
  ])
}

export async function bookTransfer(
  tx: Db,
  transfer: { transferId: string; paymentId: string; artistId: string; pence: number },
): Promise<void> {
  await book(tx, `transfer:${transfer.transferId}`, transfer.paymentId, [
    { account: 'artist_payable', artistId: transfer.artistId, pence: transfer.pence },
    { account: 'stripe_pending', pence: -transfer.pence },
  ])
}

/** One refund at the provider; a row of `refunds` that is retried has several. */
type BookedRefund = { providerId: string; paymentId: string; pence: number }

/** The provider does not return its fee for the charge. */
export async function bookRefund(tx: Db, refund: BookedRefund): Promise<void> {
  await book(tx, `refund:${refund.providerId}`, refund.paymentId, [
    { account: 'customer_payable', pence: refund.pence },
    { account: 'stripe_pending', pence: -refund.pence },
  ])
}

/** The card's bank returned it: the amount is owed again. */
export async function bookReturnedRefund(tx: Db, refund: BookedRefund): Promise<void> {
  await book(tx, `refund_returned:${refund.providerId}`, refund.paymentId, [
    { account: 'customer_payable', pence: -refund.pence },
    { account: 'stripe_pending', pence: refund.pence },
  ])
}

/** A fact that is already booked violates the unique index and rolls back the whole transaction. */
async function book(tx: Db, fact: string, paymentId: string, entries: Entry[]): Promise<void> {
  const worth = entries.filter(({ pence }) => pence !== 0)
  if (worth.length === 0) return
  const { id } = await tx
    .insertInto('ledger_transactions')
    .values({ fact, payment_id: paymentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ledger_entries')
    .values(
      worth.map(({ account, artistId, pence }) => ({
        transaction_id: id,
        account,
        artist_id: artistId ?? null,
        amount_pence: pence,
      })),
    )
    .execute()
}
