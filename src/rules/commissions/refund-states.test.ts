import { expect, test } from 'vitest'
import { refundProgressOf, refundStateOf } from './refund-states.ts'

test.each([
  ['waiting', 0, 'on_its_way'],
  ['pending', 0, 'on_its_way'],
  ['waiting', 1, 'returned'],
  // It is made again.
  ['pending', 2, 'returned'],
  ['sent', 1, 'sent'],
  ['disputed', 1, 'disputed'],
  ['failed', 3, 'failed'],
  ['settled', 3, 'settled'],
] as const)('a refund that is %s, and came back %i times, is %s', (status, returns, state) => {
  expect(refundStateOf({ status, returns })).toBe(state)
})

test.each([
  [[], 'none'],
  [['sent', 'settled'], 'none'],
  [['sent', 'on_its_way'], 'returning'],
  [['returned'], 'returning'],
  [['on_its_way', 'disputed'], 'disputed'],
  [['disputed', 'failed'], 'failed'],
] as const)('of refunds that are %j it is said: %s', (states, progress) => {
  expect(refundProgressOf(states)).toBe(progress)
})
