// What the platform keeps of an artist's sales: its fees, less what the card provider takes for the payments and, each month
// in which the artist's bank is paid, for the account.

import { customerPricePence, platformFeePence, processingFeePence } from '../price.ts'

/**
 * The card provider's list prices for the United Kingdom, in pence and hundredths of a per cent. They only estimate: what it
 * has taken is read and booked.
 */
const providerPrices = {
  card: { perTenThousand: 150, pence: 20 },
  /** For each month in which the account's bank is paid. */
  activeAccountPence: 200,
  payout: { perTenThousand: 25, pence: 10 },
} as const

function shareOf(pence: number, perTenThousand: number): number {
  return Math.floor((pence * perTenThousand + 5_000) / 10_000)
}

/** Of so many payouts in a month, of so much together. */
export function accountCostPence(payouts: number, pence: number): number {
  const { activeAccountPence, payout } = providerPrices
  return activeAccountPence + payouts * payout.pence + shareOf(pence, payout.perTenThousand)
}

type Month = { artistPence: number; sales: number }

/** Of tracks at one price, each bought by itself; the bank is paid once. Below zero if they lose money. */
export function keptOfMonthPence({ artistPence, sales }: Month): number {
  const { card } = providerPrices
  const customerPence = customerPricePence(artistPence)
  const cardPence = shareOf(customerPence, card.perTenThousand) + card.pence
  const feePence = platformFeePence(artistPence) + processingFeePence
  return sales * (feePence - cardPence) - accountCostPence(1, sales * artistPence)
}

/** Artist prices and sales a month of the table in docs/operations.md and on the admins' page. */
export const marginPrices = [100, 300, 500, 1000, 2000] as const
export const marginSales = [1, 2, 5, 10, 20, 50, 100] as const

/** What is kept of each sale then, rounded to pence. */
export function keptOfSalePence(month: Month): number {
  return Math.round(keptOfMonthPence(month) / month.sales)
}

/**
 * Divides an amount by weights, to the penny: each gets its share rounded down, and what is left goes to the largest
 * remainders, the earlier first.
 */
export function spreadPence(pence: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((pence * weight) / total))
  const remainders = weights.map((weight, at) => ({ at, rest: (pence * weight) % total }))
  const left = pence - shares.reduce((sum, share) => sum + share, 0)
  const first = remainders.toSorted((one, other) => other.rest - one.rest).slice(0, left)
  for (const { at } of first) shares[at] = (shares[at] ?? 0) + 1
  return shares
}
