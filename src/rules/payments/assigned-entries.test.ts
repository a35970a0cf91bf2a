import { expect, test } from 'vitest'
import { assignedEntries } from './assigned-entries.ts'

test('what is assigned leaves the unexplained money, and goes to the account to the penny', () => {
  for (const pence of [570, -570])
    expect(assignedEntries(pence, 'stripe_fees')).toEqual([
      { account: 'unexplained', pence },
      { account: 'stripe_fees', pence: -pence },
    ])
})
