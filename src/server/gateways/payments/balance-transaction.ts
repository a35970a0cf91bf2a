/**
 * One movement of our balance at the provider: the amount, negative if it has left, less the fee. Both are pence if the
 * currency is GBP, else the smallest unit of that.
 */
export type BalanceTransaction = {
  id: string
  type: string
  amountPence: number
  feePence: number
  currency: string
  /** The provider's object that it is about. */
  sourceId: string | null
  description: string | null
  createdAt: Date
  /** From when on it counts as available. */
  availableAt: Date
}
