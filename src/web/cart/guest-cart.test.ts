import { expect, test } from 'vitest'
import { guestCartKey, readGuestCart, writeGuestCart } from './guest-cart.ts'

const skylark = {
  trackId: '0198f000-0000-7000-8000-000000000001',
  addedAt: '2026-11-20T10:00:00.000Z',
}
const glass = {
  trackId: '0198f000-0000-7000-8000-000000000002',
  addedAt: '2026-11-20T11:00:00.000Z',
}

test('a guest’s items are stored and read again (LST-01)', () => {
  writeGuestCart(localStorage, [skylark, glass])
  expect(readGuestCart(localStorage)).toEqual([skylark, glass])
})

test('an empty cart removes the stored value from the device', () => {
  writeGuestCart(localStorage, [skylark])
  writeGuestCart(localStorage, [])
  expect(localStorage.getItem(guestCartKey)).toBeNull()
})

test.each([
  '{',
  'null',
  '7',
  '{"items":[]}',
  '[null, 1, "x", {}, {"trackId": 5, "addedAt": "now"}]',
])('an invalid stored value (%s) is read as an empty cart', (text) => {
  localStorage.setItem(guestCartKey, text)
  expect(readGuestCart(localStorage)).toEqual([])
})

test('invalid items are left out, and a track counts once', () => {
  const odd = { ...skylark, trackId: '../../admin' }
  const undated = { ...glass, addedAt: 'soon' }
  localStorage.setItem(guestCartKey, JSON.stringify([odd, skylark, undated, skylark]))
  expect(readGuestCart(localStorage)).toEqual([skylark])
})
