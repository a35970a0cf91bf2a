import { expect, test } from 'vitest'
import { problemWithCommissionPrice } from './profile-limits.ts'

test.each(['0.09', '£12.50', '4999,99'])('%j can be the price of a commission', (price) => {
  expect(problemWithCommissionPrice(price)).toBeNull()
})

test.each(['0', '0.08'])(
  'for a commission at %j the customer pays less than a card can: the message says what to enter (D-044)',
  (price) => {
    expect(problemWithCommissionPrice(price)).toBe(
      'Card payments start at £0.30: please enter at least £0.09',
    )
  },
)

test.each([
  ['', 'Please enter a price in pounds'],
  ['cheap', 'Please enter a price in pounds, like 4.99'],
  ['1,000', 'Please write thousands without a comma, like 1000'],
  ['9999999', 'That is more than a card payment can be'],
])('the price %j of a commission has the problem that it has for a track: %s', (price, problem) => {
  expect(problemWithCommissionPrice(price)).toBe(problem)
})
