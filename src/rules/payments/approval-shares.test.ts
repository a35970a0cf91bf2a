import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPart, sharesOfApproval, type CommissionPrices } from './approval-shares.ts'
import { customerPricePence, platformFeePence, processingFeePence } from '../price.ts'

function pricesOf(artistPence: number): CommissionPrices {
  return {
    artistPence,
    platformFeePence: platformFeePence(artistPence),
    processingFeePence,
    customerPence: customerPricePence(artistPence),
  }
}

test('an approval of £40.00 pays the artist £40.00, and the platform its fees', () => {
  expect(sharesOfApproval(pricesOf(4000), null)).toEqual({
    artistPence: 4000,
    platformFeePence: 400,
    processingFeePence: 20,
    refundPence: 0,
  })
})

test('an approval for £15.00 of £40.00 sends £27.50 back, and the platform earns the usual fees on the part', () => {
  expect(sharesOfApproval(pricesOf(4000), 1500)).toEqual({
    artistPence: 1500,
    platformFeePence: 150,
    processingFeePence: 20,
    refundPence: 2750,
  })
})

test('whatever the price and the part, what was paid is divided to the penny, and something goes back', () => {
  const cases = fc
    .integer({ min: 2, max: 10_000_000 })
    .chain((price) => fc.tuple(fc.constant(price), fc.integer({ min: 1, max: price - 1 })))
  fc.assert(
    fc.property(cases, ([price, part]) => {
      const prices = pricesOf(price)
      const shares = sharesOfApproval(prices, part)
      expect(Object.values(shares).reduce((sum, pence) => sum + pence, 0)).toBe(
        prices.customerPence,
      )
      expect(shares.artistPence).toBe(part)
      expect(shares.platformFeePence).toBe(platformFeePence(part))
      expect(shares.refundPence).toBeGreaterThan(0)
    }),
    { seed: 20_261_124 },
  )
})

test('a percentage that has risen since the request takes no more than was paid for it', () => {
  // Requested when the platform's share was a hundredth.
  const prices = { ...pricesOf(4000), platformFeePence: 40, customerPence: 4060 }
  expect(sharesOfApproval(prices, 3999)).toEqual({
    artistPence: 3999,
    platformFeePence: 40,
    processingFeePence: 20,
    refundPence: 1,
  })
})

test.each([
  [1, true],
  [1500, true],
  [3999, true],
  [4000, false],
  [0, false],
  [-1, false],
  [1.5, false],
])('%d of 4000 pence is a part: %s', (part, expected) => {
  expect(isPart(part, pricesOf(4000))).toBe(expected)
})
