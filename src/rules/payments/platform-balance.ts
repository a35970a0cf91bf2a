// Whose the money on the platform's balance at the card provider is, from the sums of the ledger's accounts.

import { ledgerAccounts, type LedgerAccount } from './ledger-accounts.ts'

/** The sum of each account, in pence; debits are positive. */
export type AccountSums = Record<LedgerAccount, number>

export type PlatformBalance = {
  /** Pending and available: the sum of the parts below. */
  balancePence: number
  availablePence: number
  /** For commissions. */
  heldPence: number
  /** Also what is kept for them. */
  artistsPence: number
  /** Without what has left for them already. */
  customersPence: number
  /** Nobody knows yet whose it is. */
  unexplainedPence: number
  /** The tax that prices contain. */
  vatPence: number
  /** Of the platform's own, what stays for refunds and disputes. */
  reservePence: number
  /** The rest of the platform's own: below zero if that does not cover what belongs to others. */
  earnedPence: number
}

/** A bank payout has at least so much. */
export const minPayoutPence = 100

export function platformBalance(sums: AccountSums, wantedReservePence: number): PlatformBalance {
  const balancePence = sumOf(sums, ({ isAtProvider }) => isAtProvider)
  const heldPence = owed(sums.commission_held)
  const artistsPence = owed(sums.artist_payable) + owed(sums.unclaimed)
  const customersPence = owed(sums.customer_payable + sums.refunds_in_transit)
  // What came in and is not explained may have to go back; what has left is gone.
  const unexplainedPence = owed(sums.unexplained)
  const vatPence = owed(sums.vat)
  const ownPence =
    balancePence - heldPence - artistsPence - customersPence - unexplainedPence - vatPence
  const reservePence = Math.max(0, Math.min(ownPence, wantedReservePence))
  return {
    balancePence,
    // What has left is booked as pending until the balance is read.
    availablePence: Math.min(sums.stripe_available, balancePence),
    heldPence,
    artistsPence,
    customersPence,
    unexplainedPence,
    vatPence,
    reservePence,
    earnedPence: ownPence - reservePence,
  }
}

/** What can be paid to the platform's bank now; 0 if that is less than a payout has. */
export function offeredPence({ earnedPence, availablePence }: PlatformBalance): number {
  const pence = Math.min(earnedPence, availablePence)
  return pence < minPayoutPence ? 0 : pence
}

/** Of an account that has what is owed as credit. */
function owed(pence: number): number {
  return Math.max(0, -pence)
}

type Account = (typeof ledgerAccounts)[LedgerAccount]

function sumOf(sums: AccountSums, isOf: (account: Account) => boolean): number {
  // The keys of the table.
  const names = Object.keys(ledgerAccounts) as LedgerAccount[]
  return names
    .filter((name) => isOf(ledgerAccounts[name]))
    .reduce((sum, name) => sum + sums[name], 0)
}

/** Held and owed money must leave the provider within so many days of its payment. */
export const providerKeepsDays = 90

/** From the first of these days on it is listed. */
export const agedDays = [60, 75, 85] as const

/** The latest of these days that has come; null before the first. */
export function agedDay(paidAt: Date, now: Date): (typeof agedDays)[number] | null {
  const days = (now.getTime() - paidAt.getTime()) / 86_400_000
  return agedDays.findLast((day) => days >= day) ?? null
}
