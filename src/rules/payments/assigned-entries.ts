import type { LedgerAccount } from './ledger-accounts.ts'

/** What is booked when an admin assigns a movement: the preview and the ledger have it from here. */
export function assignedEntries(pence: number, account: LedgerAccount) {
  return [
    { account: 'unexplained' as const, pence },
    { account, pence: -pence },
  ]
}
