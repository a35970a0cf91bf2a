import { expect, test } from 'vitest'
import { closedYear, quarterAt, quarterName, usualYear } from './report-years.ts'

test.each([
  ['2030-01-01T00:00:00Z', { year: 2030, quarter: 1 }],
  ['2030-03-31T22:59:59Z', { year: 2030, quarter: 1 }],
  // Summer time has begun that day.
  ['2030-03-31T23:00:00Z', { year: 2030, quarter: 2 }],
  ['2030-06-30T22:59:59Z', { year: 2030, quarter: 2 }],
  ['2030-06-30T23:00:00Z', { year: 2030, quarter: 3 }],
  ['2030-09-30T23:00:00Z', { year: 2030, quarter: 4 }],
  ['2030-12-31T23:59:59Z', { year: 2030, quarter: 4 }],
])('%s is in a quarter of London', (moment, quarter) => {
  expect(quarterAt(new Date(moment))).toEqual(quarter)
})

test('the year that is reported next has ended', () => {
  expect(closedYear(new Date('2031-01-01T00:00:00Z'))).toBe(2030)
  expect(closedYear(new Date('2030-12-31T23:59:59Z'))).toBe(2029)
})

test('in January admins read the year that has to be reported, later the present one', () => {
  expect(usualYear(new Date('2031-01-31T23:59:59Z'))).toBe(2030)
  expect(usualYear(new Date('2031-02-01T00:00:00Z'))).toBe(2031)
  expect(usualYear(new Date('2031-12-31T12:00:00Z'))).toBe(2031)
})

test('a quarter is called by its months', () => {
  expect(quarterName({ year: 2030, quarter: 3 })).toBe('July to September 2030')
})
