import { expect, test } from 'vitest'
import type { CartItem } from './cart-calls.ts'
import { added, addedAt, glass, storeOnDevice, openCart, skylark } from './test-cart.ts'
import { readGuestCart } from './guest-cart.ts'

test('responses that arrive out of order leave the cart equal to the server’s cart', async () => {
  const first = Promise.withResolvers<void>()
  const contents: CartItem[] = []
  const { cart, titles } = openCart('account', {
    add: async (trackId) => {
      const track = trackId === skylark.id ? skylark : glass
      contents.push({ track, addedAt })
      const response = added(track, contents.length)
      if (trackId === skylark.id) await first.promise
      return response
    },
    load: () => Promise.resolve({ ok: true, value: { items: [...contents], gone: [] } }),
  })
  await cart.follow('account')

  const slow = cart.add(skylark)
  await cart.add(glass)
  first.resolve()
  await slow

  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
})

test('after an addition the cart shows what another device has added meanwhile', async () => {
  const { cart, titles, atServer } = openCart('account')
  await cart.follow('account')
  atServer().push({ track: glass, addedAt })

  await cart.add(skylark)

  expect(titles()).toEqual(['The Parting Glass', 'Skylark'])
})

test('an added track has the price of the server, not of the card', async () => {
  const { cart, listed } = openCart('account')
  await cart.follow('account')
  listed.set(skylark.id, { ...skylark, customerPricePence: 700 })

  await cart.add(skylark)

  expect(cart.get()).toMatchObject({ totalItems: 1, totalPricePence: 700, items: [{ addedAt }] })
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
