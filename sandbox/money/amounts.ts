// Amounts of money: integer pence throughout.
import { cardPrices } from './price-list.ts'

export const currency = 'gbp'

/** @param country where the card was issued, as an ISO 3166 code */
export function cardFeePence(amountPence: number, country = 'GB'): number {
  const { perTenThousand, pence } = cardPrices[country === 'GB' ? 'british' : 'international']
  return sharePence(amountPence, perTenThousand) + pence
}

/** Rounded half up. */
export function sharePence(amountPence: number, perTenThousand: number): number {
  return Math.round((amountPence * perTenThousand) / 10_000)
}

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** 123456 → £1,234.56 */
export function formatPounds(amountPence: number): string {
  return pounds.format(amountPence / 100)
}
