import { expect, test } from 'vitest'
import type { CartItem } from './cart-calls.ts'
import { addedAt, glass, storeOnDevice, openCart, skylark } from './test-cart.ts'
import { readGuestCart } from './guest-cart.ts'

test('responses that arrive out of order leave the cart equal to the server’s cart', async () => {
  const first = Promise.withResolvers<void>()
  const contents: CartItem[] = []
  const { cart, titles } = openCart('account', {
    add: async (trackId) => {
      contents.push({ track: trackId === skylark.id ? skylark : glass, addedAt })
      const response = { ok: true as const, value: [...contents] }
      if (trackId === skylark.id) await first.promise
      return response
    },
    load: () => Promise.resolve({ ok: true, value: [...contents] }),
  })
  await cart.follow('account')

  const slow = cart.add(skylark)
  await cart.add(glass)
  first.resolve()
  await slow

  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
})

test('a track that another tab adds while prices are fetched stays on the device', async () => {
  const prices = Promise.withResolvers<void>()
  const { cart } = openCart('guest', {
    price: async (items) => {
      await prices.promise
      return { ok: true, value: items.map(() => ({ track: skylark, addedAt })) }
    },
  })
  storeOnDevice(skylark)
  const loading = cart.follow('guest')
  storeOnDevice(skylark, glass)
  prices.resolve()
  await loading
  expect(readGuestCart(localStorage).map(({ trackId }) => trackId)).toEqual([skylark.id, glass.id])
})
