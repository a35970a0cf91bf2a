// VAT is contained in an amount, and never added to it: all in integer pence, rounded half up once for each line.

import { sumOfShares, type SaleShares } from '../payments/refund-shares.ts'
import type { VatTerms } from './vat-terms.ts'

export type Vat = { netPence: number; vatPence: number }

/** gross × rate / (100 % + rate), half a penny rounded up. The database checks each line by the same formula (`vat_in`). */
export function vatIn(grossPence: number, rate: number): Vat {
  const divisor = 2 * (10_000 + rate)
  const dividend = 2 * grossPence * rate + divisor / 2
  const vatPence = (dividend - (dividend % divisor)) / divisor
  return { netPence: grossPence - vatPence, vatPence }
}

/** Of what the customer has paid for one thing and not got back. */
export function vatOfShares({ mode, rate }: Pick<VatTerms, 'mode' | 'rate'>, shares: SaleShares) {
  return vatIn(grossOf[mode](shares), rate)
}

const grossOf: Record<VatTerms['mode'], (shares: SaleShares) => number> = {
  none: () => 0,
  fee: ({ platformFeePence, processingFeePence }) => platformFeePence + processingFeePence,
  sale: sumOfShares,
}

export function sumOfVat(lines: readonly Vat[]): Vat {
  return {
    netPence: lines.reduce((sum, { netPence }) => sum + netPence, 0),
    vatPence: lines.reduce((sum, { vatPence }) => sum + vatPence, 0),
  }
}

/**
 * What goes back when so much of a sale is left: the difference, so that all refunds of a sale together never return more VAT
 * than it had, and exactly that once nothing is left.
 */
export function vatReturned(
  terms: Pick<VatTerms, 'mode' | 'rate'>,
  { before, after }: { before: SaleShares; after: SaleShares },
): Vat {
  const [had, has] = [vatOfShares(terms, before), vatOfShares(terms, after)]
  return { netPence: had.netPence - has.netPence, vatPence: had.vatPence - has.vatPence }
}
