// What customers read of the VAT that a total contains.

import { formatPence } from '../price.ts'
import type { Vat } from './contained-vat.ts'
import { vatPercent, type VatTerms } from './vat-terms.ts'

export function vatSentence(vat: Vat & Pick<VatTerms, 'rate' | 'number'>): string {
  const { rate, number, vatPence, netPence } = vat
  const amount = `The total contains ${formatPence(vatPence)} of VAT at ${vatPercent(rate)}`
  return `${amount}, and is ${formatPence(netPence)} without it. VAT number: ${number}.`
}
