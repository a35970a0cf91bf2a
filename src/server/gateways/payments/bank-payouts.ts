// Bank payouts in the app's terms: the platform's own, and those of artists' accounts.

import type { PayoutSchedule } from '#rules/payments/payout-schedule.ts'
import type { BalanceTransaction } from './balance-transaction.ts'

/** A payout to a bank; of a negative amount one from the bank, which a negative balance is paid from. */
export type BankPayout = {
  payoutId: string
  /** Our row that it was made for. */
  rowId: string | null
  pence: number
  /** `failed` and `canceled`: the money is back on the balance, even after `paid`. */
  state: 'on_its_way' | 'paid' | 'failed' | 'canceled'
  createdAt: Date
  /** When it is, or was, expected at the bank. */
  arrivesAt: Date
  /** In the provider's words. */
  failureCode: string | null
  /** Whether the provider can list by now what it contains; never of one that was made by hand. */
  canBeListed: boolean
  /** How it has left the balance. */
  left: BalanceTransaction | null
  /** How it has come back; null in a list. */
  returned: BalanceTransaction | null
}

/** A part of a payout that has gone to the bank. */
export type PayoutPart = {
  balanceTransactionId: string
  pence: number
  /** In the provider's words. */
  type: string
  /** The provider's object that it is about. */
  sourceId: string | null
  /** The transfer of the platform that it has come by. */
  transferId: string | null
}

export type PayoutToMake = { rowId: string; amountPence: number; idempotencyKey: string }

export type PayoutCalls = {
  /** When an artist's account is paid to its bank; null if it is in no way that the app sets. */
  readPayoutSchedule(accountId: string): Promise<PayoutSchedule | null>
  setPayoutSchedule(accountId: string, schedule: PayoutSchedule): Promise<void>
  /** Of an artist's account, or of the platform (null). It can fail after it has arrived. */
  readPayout(payout: { payoutId: string; accountId: string | null }): Promise<BankPayout>
  /** All that were made since then, or ever. */
  listPayouts(of: { accountId: string | null; since: Date | null }): Promise<BankPayout[]>
  /** Null while the provider cannot say it. */
  listPayoutParts(payout: { payoutId: string; accountId: string }): Promise<PayoutPart[] | null>
  /** Pays from the platform's available balance to its bank. */
  makePayout(payout: PayoutToMake): Promise<BankPayout>
  /** The payout that was made for a row, if any, since the row was written. */
  findPayout(payout: { rowId: string; since: Date }): Promise<BankPayout | null>
}
