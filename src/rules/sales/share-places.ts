// Where the artist's share of a sale is once it was transferred, and what of it was taken back.

import type { BankPayoutStatus } from '../payments/bank-payout-process.ts'
import type { TransferStatus } from '../payments/payment-process.ts'

/**
 * `account`: at the card provider. `netted`: all of it has paid what the artist owed. `reversed`: all of it was taken back.
 * `outside`: an operator has paid it in another way. `kept`: it could never be sent, and is kept for the artist.
 */
export const sharePlaces = ['account', 'bank', 'netted', 'reversed', 'outside', 'kept'] as const
export type SharePlace = (typeof sharePlaces)[number]

export const sharePlaceNames: Record<SharePlace, string> = {
  account: 'At your account',
  bank: 'In your bank',
  netted: 'Netted',
  reversed: 'Reversed',
  outside: 'Paid in another way',
  kept: 'Kept for you: write to us',
}

type Transferred = {
  /** Of the transfer of all that the artist has earned by the payment. */
  status: TransferStatus
  /** The artist's share of the sale. */
  sharePence: number
  /** The part of the share that was taken back and not paid again. */
  takenBackPence: number
  /** Of the latest bank payout that contains it; null without one. */
  payout: BankPayoutStatus | null
}

export function placeOfShare({
  status,
  sharePence,
  takenBackPence,
  payout,
}: Transferred): SharePlace {
  if (takenBackPence >= sharePence) return 'reversed'
  if (status === 'netted') return 'netted'
  if (status === 'settled') return 'outside'
  if (status === 'written_off') return 'kept'
  return payout === 'paid' ? 'bank' : 'account'
}
