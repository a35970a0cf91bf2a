import { expect, test } from 'vitest'
import { movedOffer, turnedOffer, withOffer, withoutOffer, type TypedOffer } from './own-offers.ts'

const offer = (id: string | null, title = `Offer ${id}`): TypedOffer => ({
  id,
  title,
  description: '',
  price: '15.00',
  promiseDays: 3,
  fits: 'any',
  isOn: true,
})
const [a, b, c] = [offer('a'), offer('b'), offer('c')]
const idsOf = (offers: TypedOffer[]) => offers.map(({ id }) => id)

test('an offer moves by one place, and not beyond an end of the list', () => {
  expect(idsOf(movedOffer([a, b, c], 'b', -1))).toEqual(['b', 'a', 'c'])
  expect(idsOf(movedOffer([a, b, c], 'b', 1))).toEqual(['a', 'c', 'b'])
  expect(idsOf(movedOffer([a, b, c], 'a', -1))).toEqual(['a', 'b', 'c'])
  expect(idsOf(movedOffer([a, b, c], 'c', 1))).toEqual(['a', 'b', 'c'])
  expect(idsOf(movedOffer([a, b, c], 'gone', 1))).toEqual(['a', 'b', 'c'])
})

test('an edited offer keeps its place; a new one, and one that another tab has removed, is the last; only what is there is turned off or removed', () => {
  expect(withOffer([a, b], offer('a', 'Renamed'))).toEqual([offer('a', 'Renamed'), b])
  expect(withOffer([a], offer(null, 'New'))).toEqual([a, offer(null, 'New')])
  expect(withOffer([a], offer('gone', 'Kept'))).toEqual([a, offer(null, 'Kept')])
  expect(withoutOffer([a, b, c], 'b')).toEqual([a, c])
  expect(turnedOffer([a, b], { id: 'b', isOn: false })).toEqual([a, { ...b, isOn: false }])
  expect(turnedOffer([a], { id: 'gone', isOn: false })).toEqual([a])
})
