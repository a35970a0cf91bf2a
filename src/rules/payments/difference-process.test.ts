import { expect, test } from 'vitest'
import { isOfCommission } from './commission-differences.ts'
import { describeDifference, differenceKinds } from './difference-process.ts'

test('a difference is described as its kind is, and one of a kind that is not known has words as well', () => {
  expect(describeDifference('debt_differs')).toBe(differenceKinds.debt_differs)
  const other = { label: 'Another difference', nextStep: 'Look at it in the provider’s dashboard.' }
  expect(describeDifference('of_next_year')).toEqual(other)
  expect(describeDifference('constructor')).toEqual(other)
})

test('no two kinds have the same label', () => {
  const labels = Object.values(differenceKinds).map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})

test('what is found about commissions themselves is told apart', () => {
  expect(['held_too_long', 'debt_differs', 'constructor'].map(isOfCommission)).toEqual([
    true,
    false,
    false,
  ])
})
