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

/** The payment is owed to the artists, owed back to the customer, held, or earned by the platform. */
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
    { account: 'commission_held', pence: -owed.heldPence },
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

/** The whole amount that is held, divided. */
export type BookedRelease = {
  paymentId: string
  artistId: string
  artistPence: number
  platformFeePence: number
  processingFeePence: number
  /** Of an approval for a part of the price; 0 otherwise. */
  refundPence: number
}

/** Held money is divided. */
export function postingOfRelease({
  paymentId,
  artistId,
  artistPence,
  platformFeePence,
  processingFeePence,
  refundPence,
}: BookedRelease): Posting {
  const heldPence = artistPence + platformFeePence + processingFeePence + refundPence
  return {
    fact: `release:${paymentId}`,
    paymentId,
    entries: withoutZeros([
      { account: 'commission_held', pence: heldPence },
      { account: 'artist_payable', artistId, pence: -artistPence },
      { account: 'customer_payable', pence: -refundPence },
      { account: 'platform_commission', pence: -platformFeePence },
      { account: 'processing_fee', pence: -processingFeePence },
    ]),
  }
}

/** Held money is owed back. */
export function postingOfHeldRefund({
  paymentId,
  pence,
}: {
  paymentId: string
  pence: number
}): Posting {
  return {
    fact: `held_refund:${paymentId}`,
    paymentId,
    entries: [
      { account: 'commission_held', pence },
      { account: 'customer_payable', pence: -pence },
    ],
  }
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

/** The customer got it by a dispute that the bank has decided, or the operator has paid it from a bank account of its own. */
export type SettledFrom = 'disputed' | 'paid_outside'

export type BookedSettledRefund = {
  refundId: string
  paymentId: string
  pence: number
  from: SettledFrom
}

export function postingOfSettledRefund({
  refundId,
  paymentId,
  pence,
  from,
}: BookedSettledRefund): Posting {
  return {
    fact: `refund_settled:${refundId}`,
    paymentId,
    entries: [
      { account: 'customer_payable', pence },
      { account: from, pence: -pence },
    ],
  }
}

export function postingOfSettledTransfer({
  transferId,
  paymentId,
  artistId,
  pence,
}: BookedTransfer): Posting {
  return {
    fact: `transfer_settled:${transferId}`,
    paymentId,
    entries: [
      { account: 'artist_payable', artistId, pence },
      { account: 'paid_outside', pence: -pence },
    ],
  }
}

function withoutZeros(entries: Entry[]): Entry[] {
  return entries.filter(({ pence }) => pence !== 0)
}
