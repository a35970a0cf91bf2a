import { expect, test } from 'vitest'
import { refundProgressOf, refundStateOf } from './refund-states.ts'

test.each([
  ['waiting', 0, false, 'on_its_way'],
  ['pending', 0, false, 'on_its_way'],
  ['waiting', 1, false, 'returned'],
  // It is made again.
  ['pending', 2, false, 'returned'],
  ['sent', 1, false, 'sent'],
  ['failed', 3, false, 'failed'],
  ['failed', 0, true, 'settled'],
] as const)(
  'a refund that is %s, and came back %i times (settled in another way: %s), is %s',
  (status, returns, isSettled, state) => {
    expect(refundStateOf({ status, returns, isSettled })).toBe(state)
  },
)

test.each([
  [[], 'none'],
  [['sent', 'settled'], 'none'],
  [['sent', 'on_its_way'], 'returning'],
  [['returned'], 'returning'],
  [['on_its_way', 'failed'], 'failed'],
] as const)('of refunds that are %j it is said: %s', (states, progress) => {
  expect(refundProgressOf(states)).toBe(progress)
})
