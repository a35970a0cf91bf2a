import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountCostPence,
  keptOfMonthPence,
  keptOfSalePence,
  spreadPence,
} from './platform-margin.ts'

test.each([
  // 50p and 20p of £5.70, less 29p for the card; £2.00, 10p and 1p for the account.
  [500, 1, 41 - 211],
  [500, 10, 10 * 41 - 200 - 10 - 13],
  [100, 50, 50 * (10 + 20 - 22) - 200 - 10 - 13],
  [2000, 100, 100 * (200 + 20 - 53) - 200 - 10 - 500],
])('of tracks at %i pence, %i sales in a month bring %i pence', (artistPence, sales, kept) => {
  expect(keptOfMonthPence({ artistPence, sales })).toBe(kept)
  expect(keptOfSalePence({ artistPence, sales })).toBe(Math.round(kept / sales))
})

test('an account costs its month, each payout and a part of what is paid', () => {
  expect(accountCostPence(1, 0)).toBe(210)
  expect(accountCostPence(4, 10_000)).toBe(200 + 40 + 25)
})

test('an amount is divided to the penny, nobody gets a penny more than the share, rounded up', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), weights, (pence, given) => {
      const total = given.reduce((sum, weight) => sum + weight, 0)
      const shares = spreadPence(pence, given)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total === 0 ? 0 : pence)
      for (const [at, weight] of given.entries()) {
        const exact = total === 0 ? 0 : (pence * weight) / total
        expect(Math.abs((shares[at] ?? 0) - exact)).toBeLessThan(1)
      }
    }),
  )
})

test('what cannot be divided goes to the largest remainders', () => {
  expect(spreadPence(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(spreadPence(5, [6, 3, 1])).toEqual([3, 2, 0])
  expect(spreadPence(7, [0, 0])).toEqual([0, 0])
})
