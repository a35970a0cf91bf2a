import fc from 'fast-check'
import { expect, test } from 'vitest'
import { platformFeePence, processingFeePence } from '../price.ts'
import {
  sharesAfter,
  sharesOfRefund,
  sumOfShares,
  type SaleShares,
} from '../payments/refund-shares.ts'
import { sumOfVat, vatIn, vatOfShares, vatReturned } from './contained-vat.ts'
import { maxVatRate, vatModes, type VatMode } from './vat-terms.ts'

const ofPrice = (artistPence: number) => ({
  artistPence,
  platformFeePence: platformFeePence(artistPence),
  processingFeePence,
})

test('the VAT is part of the amount, and half a penny is rounded up', () => {
  // 570 × 20 / 120 is 95; 3 × 20 / 120 is half a penny; 70 × 20 / 120 is 11.67.
  expect(vatIn(570, 2_000)).toEqual({ netPence: 475, vatPence: 95 })
  expect(vatIn(3, 2_000)).toEqual({ netPence: 2, vatPence: 1 })
  expect(vatIn(2, 2_000)).toEqual({ netPence: 2, vatPence: 0 })
  expect(vatIn(70, 2_000)).toEqual({ netPence: 58, vatPence: 12 })
  expect(vatIn(570, 0)).toEqual({ netPence: 570, vatPence: 0 })
  expect(vatIn(0, 2_000)).toEqual({ netPence: 0, vatPence: 0 })
})

test('the VAT of lines is that of each, rounded by itself', () => {
  expect(sumOfVat([3, 3, 570].map((pence) => vatIn(pence, 2_000)))).toEqual({
    netPence: 479,
    vatPence: 97,
  })
  expect(sumOfVat([])).toEqual({ netPence: 0, vatPence: 0 })
})

test('the mode says which amount contains it', () => {
  const of = (mode: VatMode) => vatOfShares({ mode, rate: 2_000 }, ofPrice(500))
  expect(of('none')).toEqual({ netPence: 0, vatPence: 0 })
  expect(of('fee')).toEqual({ netPence: 58, vatPence: 12 })
  expect(of('sale')).toEqual({ netPence: 475, vatPence: 95 })
})

/** The same as a fraction of integers of any size: floor(2ar + b, 2b), with a the amount and b 100 % and the rate. */
function modelVat(gross: number, rate: number): number {
  const [a, r] = [BigInt(gross), BigInt(rate)]
  const b = 10_000n + r
  return Number((2n * a * r + b) / (2n * b))
}

const modelGross: Record<VatMode, (line: { artist: number; fee: number }) => number> = {
  none: () => 0,
  fee: ({ fee }) => fee,
  sale: ({ artist, fee }) => artist + fee,
}

type Line = { artistPence: number; rate: number; parts: readonly number[] }

// Prices of every size, of which the small ones have the most roundings; rates of every kind; up to four refunds, in
// thousandths of what is left, so that some are of all of it.
const lines: fc.Arbitrary<Line> = fc.record({
  artistPence: fc.oneof(fc.nat(400), fc.nat(20_000), fc.nat(90_000_000)),
  rate: fc.oneof(fc.constantFrom(0, 500, 1_250, 1_750, 2_000, maxVatRate), fc.nat(maxVatRate)),
  parts: fc.array(fc.oneof(fc.nat(1_000), fc.constant(1_000)), { maxLength: 4 }),
})

/** Sells the line and gives its parts back; throws where the VAT is not that of the model. */
function follow(mode: VatMode, { artistPence, rate, parts }: Line): void {
  const terms = { mode, rate }
  const grossOf = ({ artistPence: artist, ...fees }: SaleShares) =>
    modelGross[mode]({ artist, fee: fees.platformFeePence + fees.processingFeePence })
  let left = ofPrice(artistPence)
  const sold = vatOfShares(terms, left)
  const gross = grossOf(left)
  let back = { netPence: 0, vatPence: 0 }
  if (sold.vatPence !== modelVat(gross, rate) || sold.netPence + sold.vatPence !== gross)
    throw new Error(`Sold with ${sold.vatPence} pence of VAT in ${gross}.`)
  for (const part of parts) {
    const pence = Math.floor((sumOfShares(left) * part) / 1_000)
    const after = sharesAfter(left, sharesOfRefund(left, pence))
    const returned = vatReturned(terms, { before: left, after })
    if (Math.min(returned.netPence, returned.vatPence) < 0) throw new Error('Returned less than 0.')
    if (returned.netPence + returned.vatPence > pence)
      throw new Error(`Returned more than ${pence}.`)
    back = {
      netPence: back.netPence + returned.netPence,
      vatPence: back.vatPence + returned.vatPence,
    }
    left = after
    // So never more than it had, and all of it with the last penny.
    if (sold.vatPence - back.vatPence !== modelVat(grossOf(left), rate))
      throw new Error(`Returned ${back.vatPence} of ${sold.vatPence} pence of VAT.`)
    if (sold.netPence + sold.vatPence - back.netPence - back.vatPence !== grossOf(left))
      throw new Error(`Returned ${back.netPence} of ${sold.netPence} pence without VAT.`)
  }
}

const seed = 20_261_128

test(`100,000 random lines with refunds have the VAT of a model of whole numbers, in each mode (seed ${seed})`, () => {
  fc.assert(
    fc.property(lines, (line) => {
      for (const mode of vatModes) follow(mode, line)
    }),
    { seed, numRuns: 100_000 },
  )
})
