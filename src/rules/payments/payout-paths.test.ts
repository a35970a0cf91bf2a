import { expect, test } from 'vitest'
import { artistPayoutsPath, payoutsPageIn } from './payout-paths.ts'

test('the first page of bank payouts is the address without a number', () => {
  expect([{}, { page: 1 }, { page: 2 }].map(artistPayoutsPath)).toEqual([
    '/artist-dashboard/payouts',
    '/artist-dashboard/payouts',
    '/artist-dashboard/payouts?page=2',
  ])
})

test('an odd page of bank payouts is the first', () => {
  const pages = ['1', '2', '10000', '10001', '0', '-1', '1.5', 'x', '', undefined]
  expect(pages.map(payoutsPageIn)).toEqual([1, 2, 10_000, 1, 1, 1, 1, 1, 1, 1])
})
