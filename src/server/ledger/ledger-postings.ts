// Each movement of money becomes a posting, whose entries sum to zero. Debits are positive, all in pence.

import type { LedgerAccount } from '#rules/payments/ledger-accounts.ts'
import { sumOfShares, type SaleShares } from '#rules/payments/refund-shares.ts'
import type { BalanceTransaction } from '#server/gateways/payments/payments.ts'

export type Entry = { account: LedgerAccount; artistId?: string; pence: number }

/** `fact` is booked once only. It is of no payment if that is null. */
export type Posting = { fact: string; paymentId: string | null; entries: Entry[] }

/** The card provider has moved money on our balance: this posting is the only one of that balance transaction. */
export type MovedPosting = Posting & { balance: BalanceTransaction }

export type PaidPayment = {
  paymentId: string
  balance: BalanceTransaction
  /** All of the amount, divided. */
  owed: {
    transfers: readonly { artistId: string; pence: number }[]
    refunds: readonly { pence: number }[]
    heldPence: number
    platformFeePence: number
    processingFeePence: number
    /** The VAT in everything that is earned. */
    vatPence?: number
  }
}

/**
 * The payment is owed to the artists, owed back to the customer, held, or earned by the platform. Whatever the card provider
 * keeps of it is the platform's loss.
 */
export function postingOfPayment({ paymentId, balance, owed }: PaidPayment): MovedPosting {
  const refundPence = owed.refunds.reduce((sum, { pence }) => sum + pence, 0)
  return postingOfBalance({ paymentId, balance }, [
    ...owed.transfers.map(({ artistId, pence }): Entry => ({
      account: 'artist_payable',
      artistId,
      pence: -pence,
    })),
    { account: 'customer_payable', pence: -refundPence },
    { account: 'commission_held', pence: -owed.heldPence },
    { account: 'platform_commission', pence: -owed.platformFeePence },
    { account: 'processing_fee', pence: -owed.processingFeePence },
    ...vatEntries(owed.vatPence ?? 0),
  ])
}

/** The tax authority's, and so not earned. */
function vatEntries(pence: number): Entry[] {
  return [
    { account: 'vat', pence: -pence },
    { account: 'vat_of_sales', pence },
  ]
}

/** The whole amount that is held, divided. */
export type BookedRelease = {
  paymentId: string
  artistId: string
  artistPence: number
  platformFeePence: number
  processingFeePence: number
  /** What goes back after an approval for a part of the price; 0 otherwise. */
  refundPence: number
  /** The VAT in the rest. */
  vatPence?: number
}

/** The operator's bank has paid the tax authority, which is owed so much less. */
export function postingOfVatPayment({ id, pence }: { id: string; pence: number }): Posting {
  return {
    fact: `vat_paid:${id}`,
    paymentId: null,
    entries: [
      { account: 'vat', pence },
      { account: 'paid_outside', pence: -pence },
    ],
  }
}

/** Held money is divided. */
export function postingOfRelease({
  paymentId,
  artistId,
  artistPence,
  platformFeePence,
  processingFeePence,
  refundPence,
  vatPence = 0,
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
      ...vatEntries(vatPence),
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

export type BookedGivenBack = {
  refundId: string
  paymentId: string
  artistId: string
  shares: SaleShares
  /** The VAT that goes back with it. */
  vatPence?: number
}

/** A sale is owed back: the artist owes their share of it, and the platform has not earned its own. */
export function postingOfGivenBack({
  refundId,
  paymentId,
  artistId,
  shares,
  vatPence = 0,
}: BookedGivenBack): Posting {
  return {
    fact: `sale_given_back:${refundId}`,
    paymentId,
    entries: withoutZeros([
      { account: 'customer_payable', pence: -sumOfShares(shares) },
      { account: 'artist_receivable', artistId, pence: shares.artistPence },
      { account: 'platform_commission', pence: shares.platformFeePence },
      { account: 'processing_fee', pence: shares.processingFeePence },
      ...vatEntries(-vatPence),
    ]),
  }
}

export type BookedTransfer = { paymentId: string; artistId: string; balance: BalanceTransaction }

export function postingOfTransfer({ paymentId, artistId, balance }: BookedTransfer): MovedPosting {
  return postingOfBalance({ paymentId, balance }, [
    { account: 'artist_payable', artistId, pence: -balance.amountPence },
  ])
}

/** One refund at the provider; a row of `refunds` that is retried has several. */
export type BookedRefund = { providerId: string; paymentId: string; pence: number }

/** The refund has left our balance. The customer is owed it until it has arrived. */
export function postingOfLeavingRefund(refund: {
  paymentId: string
  balance: BalanceTransaction
}): MovedPosting {
  const { balance } = refund
  return postingOfBalance(refund, [{ account: 'refunds_in_transit', pence: -balance.amountPence }])
}

export function postingOfArrivedRefund({ providerId, paymentId, pence }: BookedRefund): Posting {
  return {
    fact: `refund_arrived:${providerId}`,
    paymentId,
    entries: [
      { account: 'customer_payable', pence },
      { account: 'refunds_in_transit', pence: -pence },
    ],
  }
}

/** It is back on our balance. One that had arrived is owed again. */
export function postingOfReturnedRefund(refund: {
  paymentId: string
  balance: BalanceTransaction
  hadArrived: boolean
}): MovedPosting {
  const { balance, hadArrived } = refund
  const account = hadArrived ? 'customer_payable' : 'refunds_in_transit'
  return postingOfBalance(refund, [{ account, pence: -balance.amountPence }])
}

type Moved = {
  balance: BalanceTransaction
  paymentId: string | null
  /** The account of the provider's fee for this movement. */
  feeAccount?: LedgerAccount
}

/** Each balance transaction is booked as pending; what is available by now is moved later. */
export function postingOfBalance(
  { balance, paymentId, feeAccount = 'stripe_fees' }: Moved,
  others: Entry[],
): MovedPosting {
  const { id, amountPence, feePence } = balance
  return {
    fact: `balance:${id}`,
    paymentId,
    balance,
    entries: withoutZeros([
      { account: 'stripe_pending', pence: amountPence - feePence },
      { account: feeAccount, pence: feePence },
      ...others,
    ]),
  }
}

export function withoutZeros(entries: Entry[]): Entry[] {
  return entries.filter(({ pence }) => pence !== 0)
}
