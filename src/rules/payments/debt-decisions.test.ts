import { expect, test } from 'vitest'
import { debtDueAt } from './debt-decisions.ts'

test('a debt waits for an admin after 180 days', () => {
  expect(debtDueAt(new Date('2026-11-28T10:00:00Z'))).toEqual(new Date('2027-05-27T10:00:00Z'))
})
