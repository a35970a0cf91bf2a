// Amounts of money: integer pence throughout.

export const currency = 'gbp'

/** Stripe's list prices: 1.5% + 20p for UK cards, 3.25% + 20p for international ones. */
export function cardFeePence(amountPence: number, country = 'GB'): number {
  const perTenThousand = country === 'GB' ? 150 : 325
  return Math.round((amountPence * perTenThousand) / 10_000) + 20
}

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** 123456 → £1,234.56 */
export function formatPounds(amountPence: number): string {
  return pounds.format(amountPence / 100)
}
