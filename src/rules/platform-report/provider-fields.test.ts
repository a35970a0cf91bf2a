import { expect, test } from 'vitest'
import { missingAtProvider } from './provider-fields.ts'

test('an artist without an account lacks that first, others what it was last seen to ask for', () => {
  const todo = ['A date of birth']
  expect(missingAtProvider({ accountId: null, todo })).toEqual(['An account'])
  expect(missingAtProvider({ accountId: 'acct_1', todo })).toBe(todo)
})
