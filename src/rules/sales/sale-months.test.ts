import { expect, test } from 'vitest'
import { monthName, monthOf, monthsUntil, shortMonthName } from './sale-months.ts'

test.each([
  ['2026-12-31T23:59:59.999Z', '2026-12'],
  ['2027-01-01T00:00:00.000Z', '2027-01'],
  // London is an hour ahead in summer.
  ['2027-06-30T22:59:59.999Z', '2027-06'],
  ['2027-06-30T23:00:00.000Z', '2027-07'],
])('%s is in the month %s in London', (moment, month) => {
  expect(monthOf(new Date(moment))).toBe(month)
})

test('the months until one cross the turn of the year', () => {
  expect(monthsUntil('2027-02', 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(monthsUntil('2027-12', 12)[0]).toBe('2027-01')
})

test('a month has a name, and a short one', () => {
  expect([monthName('2026-11'), shortMonthName('2026-09')]).toEqual(['November 2026', 'Sep'])
})
