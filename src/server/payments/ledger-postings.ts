// What each movement of money is in the ledger: entries that sum to zero. Debits are positive, all in pence.

import type { LedgerAccount } from '#server/db/tables/payment-tables.ts'
import type { Owed } from './payment-subjects.ts'

export type Entry = { account: LedgerAccount; artistId?: string; pence: number }

/** `fact` is booked once only. */
export type Posting = { fact: string; paymentId: string; entries: Entry[] }

export type PaidPayment = {
  paymentId: string
  amountPence: number
  /** The provider's fee for the charge. */
  providerFeePence: number
  owed: Owed
}

/** The payment is owed to the artists, owed back to the customer, or earned by the platform. */
export function postingsOfPayment({
  paymentId,
  amountPence,
  providerFeePence,
  owed,
}: PaidPayment): Posting[] {
  const paid: Entry[] = [
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
  ]
  const fee: Entry[] = [
    { account: 'stripe_fees', pence: providerFeePence },
    { account: 'stripe_pending', pence: -providerFeePence },
  ]
  return [
    { fact: `paid:${paymentId}`, paymentId, entries: withoutZeros(paid) },
    { fact: `fee:${paymentId}`, paymentId, entries: withoutZeros(fee) },
  ]
}

export type BookedTransfer = {
  transferId: string
  paymentId: string
  artistId: string
  pence: number
}

export function postingOfTransfer({
  transferId,
  paymentId,
  artistId,
  pence,
}: BookedTransfer): Posting {
  return {
    fact: `transfer:${transferId}`,
    paymentId,
    entries: [
      { account: 'artist_payable', artistId, pence },
      { account: 'stripe_pending', pence: -pence },
    ],
  }
}

/** One refund at the provider; a row of `refunds` that is retried has several. */
export type BookedRefund = { providerId: string; paymentId: string; pence: number }

/** The provider does not return its fee for the charge. */
export function postingOfRefund({ providerId, paymentId, pence }: BookedRefund): Posting {
  return {
    fact: `refund:${providerId}`,
    paymentId,
    entries: [
      { account: 'customer_payable', pence },
      { account: 'stripe_pending', pence: -pence },
    ],
  }
}

/** The card's bank returned it: the amount is owed again. */
export function postingOfReturnedRefund({ providerId, paymentId, pence }: BookedRefund): Posting {
  return {
    fact: `refund_returned:${providerId}`,
    paymentId,
    entries: [
      { account: 'customer_payable', pence: -pence },
      { account: 'stripe_pending', pence },
    ],
  }
}

function withoutZeros(entries: Entry[]): Entry[] {
  return entries.filter(({ pence }) => pence !== 0)
}
