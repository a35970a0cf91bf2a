import { expect, test } from 'vitest'
import { arePossibleDates } from './vat-payments.ts'

/** Half past midnight in London. */
const now = new Date('2033-06-30T23:30:00Z')
const dates = { from: '2033-04', until: '2033-06', paidOn: '2033-06-30' }

test.each([
  ['a quarter that has ended', dates, true],
  ['one month', { ...dates, from: '2033-06' }, true],
  [
    'the month and the day that have begun in London',
    { ...dates, until: '2033-07', paidOn: '2033-07-01' },
    true,
  ],
  ['months that are not in order', { ...dates, from: '2033-07', until: '2033-06' }, false],
  ['a month that has not begun', { ...dates, until: '2033-08' }, false],
  ['a day that is ahead', { ...dates, paidOn: '2033-07-02' }, false],
])('VAT of %s', (_name, given, isPossible) => {
  expect(arePossibleDates(given, now)).toBe(isPossible)
})
