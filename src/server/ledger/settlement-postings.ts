// The postings of refunds that were settled in another way, and of transfers that were settled or written off.

import type { Entry, Posting } from './ledger-postings.ts'

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

/** The dispute that had paid it was won after all: the customer is owed it again. */
export function postingOfUnsettledRefund(refund: {
  refundId: string
  disputeId: string
  paymentId: string
  pence: number
}): Posting {
  const { refundId, disputeId, paymentId, pence } = refund
  return {
    fact: `refund_unsettled:${refundId}:${disputeId}`,
    paymentId,
    entries: [
      { account: 'customer_payable', pence: -pence },
      { account: 'disputed', pence },
    ],
  }
}

/** What an artist is owed: it is to be sent, or is kept until they ask for it. */
export type OwedFrom = 'artist_payable' | 'unclaimed'

/** What is kept names no artist: its payment and its transfer do. */
export function entryOfOwed(account: OwedFrom, artistId: string, pence: number): Entry {
  return account === 'unclaimed' ? { account, pence } : { account, artistId, pence }
}

export type BookedOwed = { transferId: string; paymentId: string; artistId: string; pence: number }
export type BookedSettledTransfer = BookedOwed & { from?: OwedFrom }

export function postingOfSettledTransfer({
  transferId,
  paymentId,
  artistId,
  pence,
  from = 'artist_payable',
}: BookedSettledTransfer): Posting {
  return {
    fact: `transfer_settled:${transferId}`,
    paymentId,
    entries: [entryOfOwed(from, artistId, pence), { account: 'paid_outside', pence: -pence }],
  }
}

/** It can never be sent, and is still the artist's. */
export function postingOfWrittenOffTransfer({
  transferId,
  paymentId,
  artistId,
  pence,
}: BookedOwed): Posting {
  return {
    fact: `transfer_written_off:${transferId}`,
    paymentId,
    entries: [
      { account: 'artist_payable', artistId, pence },
      { account: 'unclaimed', pence: -pence },
    ],
  }
}
