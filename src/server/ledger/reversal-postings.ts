// The postings of a reversal: an artist's share comes back, at once or by new transfers. That the artist owes it
// (artist_receivable) is booked by the refund or the dispute that causes it.

import {
  postingOfBalance,
  withoutZeros,
  type BookedTransfer,
  type MovedPosting,
  type Posting,
} from './ledger-postings.ts'
import { entryOfOwed, type OwedFrom } from './settlement-postings.ts'

/** It has come back from the artist's account. */
export function postingOfReversal({ paymentId, artistId, balance }: BookedTransfer): MovedPosting {
  return postingOfBalance({ paymentId, balance }, [
    { account: 'artist_receivable', artistId, pence: -balance.amountPence },
  ])
}

/** Nothing that the app knows is given back by it: the platform has gained it, until a cause is known. */
export function postingOfFoundReversal(found: BookedDebt): Posting {
  return {
    fact: `reversal_found:${found.reversalId}`,
    paymentId: found.paymentId,
    entries: gained(found, 1),
  }
}

/** It was what the artist owes by a refund or a dispute, which has booked it as well. */
export function postingOfExplainedReversal(found: BookedDebt): Posting {
  return {
    fact: `reversal_explained:${found.reversalId}`,
    paymentId: found.paymentId,
    entries: gained(found, -1),
  }
}

function gained({ artistId, pence }: BookedDebt, sign: 1 | -1): Posting['entries'] {
  return [
    { account: 'artist_receivable', artistId, pence: sign * pence },
    { account: 'losses', pence: -sign * pence },
  ]
}

export type BookedNetting = {
  nettingId: string
  /** The payment of the transfer that pays the debt. */
  paymentId: string
  artistId: string
  pence: number
  from?: OwedFrom
}

/** A transfer that is owed to the artist has paid a debt of the artist. */
export function postingOfNetting({
  nettingId,
  paymentId,
  artistId,
  pence,
  from = 'artist_payable',
}: BookedNetting): Posting {
  return {
    fact: `netted:${nettingId}`,
    paymentId,
    entries: [
      entryOfOwed(from, artistId, pence),
      { account: 'artist_receivable', artistId, pence: -pence },
    ],
  }
}

export type BookedDebt = {
  reversalId: string
  paymentId: string
  artistId: string
  pence: number
}

/** The platform bears what is left of a debt, or the artist has paid it to the operator's bank account. */
export function postingOfClosedDebt(
  { reversalId, paymentId, artistId, pence }: BookedDebt,
  account: 'losses' | 'paid_outside',
): Posting {
  return {
    fact: `debt_closed:${reversalId}`,
    paymentId,
    entries: [
      { account, pence },
      { account: 'artist_receivable', artistId, pence: -pence },
    ],
  }
}

export type BookedBorneShare = {
  refundId: string
  paymentId: string
  artistId: string
  pence: number
}

export function factOfBorneShare(refundId: string): string {
  return `share_borne:${refundId}`
}

/** Nothing is left of what the artist was sent for a sale that is refunded: the platform bears this part of their share. */
export function postingOfBorneShare(borne: BookedBorneShare): Posting {
  const { refundId, paymentId, artistId, pence } = borne
  return {
    fact: factOfBorneShare(refundId),
    paymentId,
    entries: [
      { account: 'losses', pence },
      { account: 'artist_receivable', artistId, pence: -pence },
    ],
  }
}

export type BookedOwedAgain = {
  transferId: string
  paymentId: string
  artistId: string
  pence: number
  /** The part that the platform had written off. */
  writtenOffPence: number
}

/** Money that was taken back is the artist's after all: the decision has booked already that the artist does not owe it. */
export function postingOfOwedAgain({
  transferId,
  paymentId,
  artistId,
  pence,
  writtenOffPence,
}: BookedOwedAgain): Posting {
  return {
    fact: `owed_again:${transferId}`,
    paymentId,
    entries: withoutZeros([
      { account: 'artist_receivable', artistId, pence: pence + writtenOffPence },
      { account: 'artist_payable', artistId, pence: -pence },
      { account: 'losses', pence: -writtenOffPence },
    ]),
  }
}

/** All of it had been written off: its artist has paid nothing, and the platform has lost nothing after all. */
export function postingOfForgivenAgain(debt: {
  reversalId: string
  paymentId: string
  artistId: string
  pence: number
}): Posting {
  const { reversalId, paymentId, artistId, pence } = debt
  return {
    fact: `forgiven_again:${reversalId}`,
    paymentId,
    entries: [
      { account: 'artist_receivable', artistId, pence },
      { account: 'losses', pence: -pence },
    ],
  }
}
