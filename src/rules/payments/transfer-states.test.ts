import { expect, test } from 'vitest'
import { isPaid, isWaiting, transferStates } from './transfer-states.ts'

test('a transfer waits while something prevents it, and neither before it is sent, nor while its outcome is unknown, nor afterwards', () => {
  expect(transferStates.filter((state) => !isWaiting(state))).toEqual([
    'owed',
    'on_its_way',
    'sent',
    'settled',
    'netted',
    'written_off',
  ])
})

test('the artist has the money of a transfer that was sent, or settled in another way, or has paid a debt with it', () => {
  expect(transferStates.filter(isPaid)).toEqual(['sent', 'settled', 'netted'])
})
