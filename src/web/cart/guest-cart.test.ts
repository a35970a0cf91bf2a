import { expect, test } from 'vitest'
import type { addToCart } from '#contracts/cart.ts'
import type { CodeOf, Refused } from '#web/api/result.ts'
import { guestCartKey, mergeGuestCart, readGuestCart, writeGuestCart } from './guest-cart.ts'

const skylark = {
  trackId: '0198f000-0000-7000-8000-000000000001',
  addedAt: '2026-11-20T10:00:00.000Z',
}
const glass = {
  trackId: '0198f000-0000-7000-8000-000000000002',
  addedAt: '2026-11-20T11:00:00.000Z',
}

test('a guest’s items are stored and read again (LST-01)', () => {
  writeGuestCart([skylark, glass])
  expect(readGuestCart()).toEqual([skylark, glass])
})

test('an empty cart removes the stored value from the device', () => {
  writeGuestCart([skylark])
  writeGuestCart([])
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
  expect(readGuestCart()).toEqual([])
})

test('invalid items are left out, and a track counts once', () => {
  const odd = { ...skylark, trackId: '../../admin' }
  const undated = { ...glass, addedAt: 'soon' }
  localStorage.setItem(guestCartKey, JSON.stringify([odd, skylark, undated, skylark]))
  expect(readGuestCart()).toEqual([skylark])
})

/** Merges two stored tracks; the server refuses those in `refusals` with that code. */
async function merge(refusals: Record<string, Refused<CodeOf<typeof addToCart>>['code']>) {
  writeGuestCart([skylark, glass])
  const requestedIds: string[] = []
  const outcome = await mergeGuestCart(async (trackId) => {
    requestedIds.push(trackId)
    const code = refusals[trackId]
    if (code === undefined) return { ok: true, value: null }
    return { ok: false, status: 409, code, message: 'No.' }
  })
  return { ...outcome, requestedIds, stored: readGuestCart().map(({ trackId }) => trackId) }
}

test('each item is added at the server, then the device’s cart is empty (CRT-05)', async () => {
  expect(await merge({})).toEqual({
    left: [],
    failed: 0,
    requestedIds: [skylark.trackId, glass.trackId],
    stored: [],
  })
})

test.each([
  ['track_already_in_cart', 0],
  ['own_track', 1],
  ['track_owned', 1],
  ['not_found', 1],
  ['track_not_for_sale', 1],
] as const)(
  'an item refused as %s counts as merged (D-050); number of items that left the cart: %i',
  async (code, left) => {
    const merged = await merge({ [skylark.trackId]: code })
    expect(merged).toMatchObject({ failed: 0, stored: [] })
    expect(merged.left.map(({ trackId }) => trackId)).toEqual(left === 0 ? [] : [skylark.trackId])
  },
)

test('after any other failure only the failed items stay on the device (D-050)', async () => {
  expect(await merge({ [skylark.trackId]: 'network' })).toMatchObject({
    failed: 1,
    stored: [skylark.trackId],
  })
})

test('a track that another tab adds meanwhile stays on the device', async () => {
  writeGuestCart([skylark])
  await mergeGuestCart(async () => {
    writeGuestCart([skylark, glass])
    return { ok: true, value: null }
  })
  expect(readGuestCart()).toEqual([glass])
})
