// The postings of balance transactions that begin at the card provider, by their type there. Movements that the app causes
// have their own postings (ledger-postings.ts).

import { assignedEntries } from '#rules/payments/assigned-entries.ts'
import type { LedgerAccount } from '#rules/payments/ledger-accounts.ts'
import type { BalanceTransaction } from '#server/gateways/payments/payments.ts'
import { postingOfBalance, type MovedPosting, type Posting } from './ledger-postings.ts'

/** The other side of the amount. */
const accountOfType = new Map<string, LedgerAccount>([
  ['payout', 'in_transit_to_bank'],
  ['payout_cancel', 'in_transit_to_bank'],
  ['payout_failure', 'in_transit_to_bank'],
  ['topup', 'paid_outside'],
  ['topup_reversal', 'paid_outside'],
  ['stripe_fee', 'account_fees'],
  ['network_cost', 'account_fees'],
  ['tax_fee', 'account_fees'],
])

/** Payouts of the platform, additions to its balance, and account fees. Null for any other type. */
export function postingOfType(balance: BalanceTransaction): MovedPosting | null {
  const account = accountOfType.get(balance.type)
  if (account === undefined) return null
  const entries = [{ account, pence: -balance.amountPence }]
  return postingOfBalance({ balance, paymentId: null, feeAccount: 'account_fees' }, entries)
}

/** For a preview: what a payout of the platform books when the provider has made it. */
export function postingOfMadePayout(pence: number): Posting['entries'] {
  return [
    { account: 'stripe_available', pence: -pence },
    { account: 'in_transit_to_bank', pence },
  ]
}

/** The types of a payout that does not reach the bank. */
export const payoutReturns: readonly string[] = ['payout_cancel', 'payout_failure']

/** The bank has sent back what had arrived there. */
export function postingOfReturnedPayout(balance: BalanceTransaction): MovedPosting {
  const entries = [{ account: 'paid_outside' as const, pence: -balance.amountPence }]
  return postingOfBalance({ balance, paymentId: null, feeAccount: 'account_fees' }, entries)
}

export function factOfArrivedPayout(payoutId: string): string {
  return `payout_arrived:${payoutId}`
}

export function postingOfArrivedPayout(payout: { payoutId: string; pence: number }): Posting {
  const { payoutId, pence } = payout
  return {
    fact: factOfArrivedPayout(payoutId),
    paymentId: null,
    entries: [
      { account: 'paid_outside', pence },
      { account: 'in_transit_to_bank', pence: -pence },
    ],
  }
}

/** A customer's bank takes the amount back while it decides, or returns it. */
export function postingOfDispute(
  balance: BalanceTransaction,
  { paymentId }: { paymentId: string },
): MovedPosting {
  const entries = [{ account: 'disputed' as const, pence: -balance.amountPence }]
  return postingOfBalance({ balance, paymentId, feeAccount: 'dispute_fees' }, entries)
}

export function postingOfUnexplained(balance: BalanceTransaction): MovedPosting {
  const entries = [{ account: 'unexplained' as const, pence: -balance.amountPence }]
  return postingOfBalance({ balance, paymentId: null, feeAccount: 'unexplained' }, entries)
}

type Unexplained = { balanceTransactionId: string; pence: number }

/** An admin has assigned it. `pence` is by how much the balance has changed. */
export function postingOfAssigned(
  { balanceTransactionId, pence }: Unexplained,
  account: LedgerAccount,
): Posting {
  return {
    fact: `assigned:${balanceTransactionId}`,
    paymentId: null,
    entries: assignedEntries(pence, account),
  }
}

/**
 * This posting explains a balance transaction that was unexplained: it is taken from there, or from the account that an admin
 * has assigned it to. The balance itself is booked already.
 */
export function postingOfExplained(
  { balance, paymentId, entries }: MovedPosting,
  from: LedgerAccount,
): Posting {
  return {
    fact: `explained:${balance.id}`,
    paymentId,
    entries: entries.map((entry) =>
      entry.account === 'stripe_pending' ? { ...entry, account: from } : entry,
    ),
  }
}

/** So much of it is available by now: it moves within the balance. */
export function postingOfAvailable(pence: number, at: Date): Posting {
  return {
    fact: `available:${at.toISOString()}`,
    paymentId: null,
    entries: [
      { account: 'stripe_available', pence },
      { account: 'stripe_pending', pence: -pence },
    ],
  }
}
