import { expect, test } from 'vitest'
import { isWaiting, transferStates } from './transfer-states.ts'

test('a transfer waits while something prevents it, and neither before it is sent, nor while its outcome is unknown, nor afterwards', () => {
  expect(transferStates.filter((state) => !isWaiting(state))).toEqual([
    'owed',
    'on_its_way',
    'sent',
  ])
})
