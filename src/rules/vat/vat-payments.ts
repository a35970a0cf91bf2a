// What an operator can say of a payment to the tax authority.

import { isoDay } from '../csv.ts'
import { monthOf } from '../sales/sale-months.ts'

/** The first and the last month of a return, '2026-11'; the day of the payment, '2026-11-28'. */
export type VatPaymentDates = { from: string; until: string; paidOn: string }

/** The months are in order, the last one has begun, and the payment was made, all in London. */
export function arePossibleDates({ from, until, paidOn }: VatPaymentDates, now: Date): boolean {
  return from <= until && until <= monthOf(now) && paidOn <= isoDay(now)
}
