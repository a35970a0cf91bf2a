import { expect, test } from 'vitest'
import { paidByReversal } from './found-reversal.ts'

const owed = [{ pence: 300 }, { pence: 200 }, { pence: 250 }]

test.each([
  ['the same amount', 200, [200], [200]],
  ['a part of the first that is larger', 220, [300], [220]],
  ['more than each', 400, [], [300, 100]],
  ['all of them', 750, [], [300, 200, 250]],
  ['more than all', 800, [], [300, 200, 250]],
])('of what is owed a reversal of %s has paid', (_what, pence, clear, ifOursCannotBeMade) => {
  const paid = (isRestTooLittle: boolean) => paidByReversal(owed, { pence, isRestTooLittle })
  expect(paid(false).map(({ row }) => row.pence)).toEqual(clear)
  expect(paid(true).map((one) => one.pence)).toEqual(ifOursCannotBeMade)
})

test('where nothing is owed it has paid nothing', () => {
  expect(paidByReversal([], { pence: 100, isRestTooLittle: true })).toEqual([])
})
