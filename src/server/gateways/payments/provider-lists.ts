// The provider's lists of a time, a page a call: so that a long list is never held whole.

import type { BalanceTransaction } from './balance-transaction.ts'
import type { BankPayout } from './bank-payouts.ts'
import type { ListedDispute, MadeObjects } from './made-objects.ts'

/** The provider's lists of what can move our balance, and, last, of what has moved it. */
export const recordLists = [
  'charges',
  'transfers',
  'reversals',
  'refunds',
  'disputes',
  'payouts',
  'balance_transactions',
] as const
export type RecordList = (typeof recordLists)[number]

/** Any object of the provider's lists: what it is of, and when it was made. */
export type ProviderRecord = {
  id: string
  pence: number
  feePence: number
  madeAt: Date
  /** The state of a dispute or a payout; null for everything else. */
  state: ListedDispute['state'] | BankPayout['state'] | null
}

/** A page of one list, the latest first; of the others nothing. */
export type RecordPage = MadeObjects & {
  records: ProviderRecord[]
  moved: BalanceTransaction[]
  nextPage: string | null
}

export type ListCalls = {
  /** A page of a list, of what was made since then and before that. */
  listRecords(range: {
    list: RecordList
    since: Date
    until: Date
    page: string | null
  }): Promise<RecordPage>
}
