import { expect, test } from 'vitest'
import { placeOfShare, sharePlaceNames, sharePlaces } from './share-places.ts'

const sent = { status: 'sent', sharePence: 500, takenBackPence: 0, payout: null } as const

test.each([
  ['a transfer that is sent', sent, 'account'],
  ['one on its way to the bank', { ...sent, payout: 'on_its_way' }, 'account'],
  ['one whose payout has arrived', { ...sent, payout: 'paid' }, 'bank'],
  ['one whose payout came back', { ...sent, payout: 'returned' }, 'account'],
  ['one whose payout failed', { ...sent, payout: 'failed' }, 'account'],
  ['one of which a part was taken back', { ...sent, takenBackPence: 499, payout: 'paid' }, 'bank'],
  ['one that was taken back', { ...sent, takenBackPence: 500, payout: 'paid' }, 'reversed'],
  ['one that has paid debts', { ...sent, status: 'netted' }, 'netted'],
  ['one that has paid for itself', { ...sent, status: 'netted', takenBackPence: 500 }, 'reversed'],
  ['one that was paid in another way', { ...sent, status: 'settled' }, 'outside'],
  ['one that could never be sent', { ...sent, status: 'written_off' }, 'kept'],
] as const)('the share of %s is where the artist reads it', (_name, transferred, place) => {
  expect(placeOfShare(transferred)).toBe(place)
})

test('no two places have the same name', () => {
  expect(new Set(Object.values(sharePlaceNames)).size).toBe(sharePlaces.length)
})
