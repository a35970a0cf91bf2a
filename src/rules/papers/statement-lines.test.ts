import { expect, test } from 'vitest'
import { balanceOf, withUsualSums, type StatementSum } from './statement-lines.ts'

const sum = (kind: StatementSum['kind'], lines = 0, owedPence = 0, owingPence = 0) => ({
  kind,
  lines,
  owedPence,
  owingPence,
})

test('sales, refunds, netting and transfers are always among the sums, the others only if there are any', () => {
  expect(withUsualSums([])).toEqual([sum('sale'), sum('refund'), sum('netting'), sum('transfer')])
  const found = [sum('reversal', 1, 0, -300), sum('dispute', 1, 0, 300), sum('sale', 2, 800, 0)]
  expect(withUsualSums(found)).toEqual([
    sum('sale', 2, 800, 0),
    sum('refund'),
    sum('dispute', 1, 0, 300),
    sum('netting'),
    sum('transfer'),
    sum('reversal', 1, 0, -300),
  ])
})

test('what an artist owes is taken from what is owed to them', () => {
  expect(balanceOf({ owedPence: 500, owingPence: 300 })).toBe(200)
  expect(balanceOf({ owedPence: 0, owingPence: 300 })).toBe(-300)
})
