import { expect, test } from 'vitest'
import { formatDate } from './date-text.tsx'

test('dates are day, month, year in London (FMT-06, FMT-07)', () => {
  expect(formatDate('2025-03-05T12:00:00.000Z')).toBe('05/03/2025')
  expect(formatDate('2025-06-30T23:30:00.000Z')).toBe('01/07/2025')
  expect(formatDate('yesterday')).toBe('Invalid date')
  expect(formatDate(null)).toBe('Invalid date')
})
