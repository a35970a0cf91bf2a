import { expect, test } from 'vitest'
import type { addToCart } from '#contracts/cart.ts'
import type { CodeOf, Refused } from '#web/api/result.ts'
import { browserCartCalls } from './cart-calls.ts'
import { readGuestCart, writeGuestCart } from './guest-cart.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'
import { added } from './test-cart.ts'

const one = '0198f000-0000-7000-8000-000000000001'
const two = '0198f000-0000-7000-8000-000000000002'

/** Merges two stored tracks; the server refuses those in `refusals` with that code. */
async function merge(refusals: Record<string, Refused<CodeOf<typeof addToCart>>['code']>) {
  writeGuestCart(
    localStorage,
    [one, two].map((trackId) => ({ trackId, addedAt: '2026-11-20T10:00:00.000Z' })),
  )
  const requestedIds: string[] = []
  const outcome = await mergeGuestCart(
    {
      ...browserCartCalls,
      add(trackId) {
        requestedIds.push(trackId)
        const code = refusals[trackId]
        return Promise.resolve(
          code === undefined
            ? added({ id: trackId, customerPricePence: 569 }, 1)
            : { ok: false, status: 409, code, message: 'No.' },
        )
      },
    },
    localStorage,
  )
  return {
    ...outcome,
    requestedIds,
    stored: readGuestCart(localStorage).map(({ trackId }) => trackId),
  }
}

test('each item is added at the server, then the device’s cart is empty (CRT-05)', async () => {
  expect(await merge({})).toEqual({ left: [], failed: 0, requestedIds: [one, two], stored: [] })
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
    const merged = await merge({ [one]: code })
    expect(merged).toMatchObject({ failed: 0, stored: [] })
    expect(merged.left.map(({ trackId }) => trackId)).toEqual(left === 0 ? [] : [one])
  },
)

test('after any other failure only the failed items stay on the device (D-050)', async () => {
  expect(await merge({ [one]: 'network' })).toMatchObject({ failed: 1, stored: [one] })
})

test('a track that another tab adds meanwhile stays on the device', async () => {
  writeGuestCart(localStorage, [{ trackId: one, addedAt: '2026-11-20T10:00:00.000Z' }])
  await mergeGuestCart(
    {
      ...browserCartCalls,
      add() {
        writeGuestCart(
          localStorage,
          [one, two].map((trackId) => ({ trackId, addedAt: '2026-11-20T10:00:00.000Z' })),
        )
        return Promise.resolve(added({ id: one, customerPricePence: 569 }, 1))
      },
    },
    localStorage,
  )
  expect(readGuestCart(localStorage).map(({ trackId }) => trackId)).toEqual([two])
})
