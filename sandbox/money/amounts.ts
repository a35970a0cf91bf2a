// Amounts of money: integer pence throughout.

export const currency = 'gbp'

/** Stripe's list price for UK cards: 1.5% + 20p. */
export function cardFeePence(amountPence: number): number {
  return Math.round((amountPence * 15) / 1000) + 20
}

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** 123456 → £1,234.56 */
export function formatPounds(amountPence: number): string {
  return pounds.format(amountPence / 100)
}
