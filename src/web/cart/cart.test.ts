import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { largestCart, mostTracksNamed } from '#rules/product.ts'
import { apiMessages } from '#web/api/api-messages.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import type { Owner } from './cart-state.ts'
import { browserCartCalls, type CartCalls } from './cart-calls.ts'
import { cartMessages } from './cart-messages.ts'
import { addedAt, glass, idOf, storeOnDevice, openCart, refused, skylark } from './test-cart.ts'
import { readGuestCart } from './guest-cart.ts'

test.each<Owner>(['guest', 'account'])(
  'the cart of the %s has items, count and total (CRT-01, CRT-06, CRT-07)',
  async (owner) => {
    const { cart, titles } = openCart(owner)
    await cart.follow(owner)

    await cart.add(skylark)
    await cart.add(glass)

    expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
    expect(cart.get()).toMatchObject({
      totalItems: 2,
      totalPricePence: 1689,
      isLoading: false,
      error: null,
      isOpen: false,
    })
    expect(cart.get().items[0]?.addedAt).toMatch(/^20/)
    expect(await cart.checkout()).toMatchObject({ ok: true })

    await cart.remove(skylark.id)
    expect(cart.get()).toMatchObject({ totalItems: 1, totalPricePence: 1120 })
    await cart.clear()
    expect(cart.get()).toMatchObject({ items: [], totalItems: 0, totalPricePence: 0 })
  },
)

test('a guest’s cart refuses a track that is in it already, and does not change (CRT-02, ERR-38)', async () => {
  const { cart, titles } = openCart('guest')
  await cart.follow('guest')
  await cart.add(skylark)

  expect(await cart.add(skylark)).toEqual(inCartAlready)
  expect(titles()).toEqual(['Skylark'])
})

const inCartAlready = {
  ok: false,
  code: 'track_already_in_cart',
  message: 'Track is already in cart',
}

test('when the server refuses to add a track, its message is returned and the cart does not change', async () => {
  const alreadyInCart = refused({
    code: 'track_already_in_cart',
    message: 'Track is already in cart',
  })
  const { cart, titles } = openCart('account', {
    load: () =>
      Promise.resolve({ ok: true, value: { items: [{ track: skylark, addedAt }], gone: [] } }),
    add: () => Promise.resolve(alreadyInCart),
  })
  await cart.follow('account')

  expect(await cart.add(skylark)).toEqual(inCartAlready)
  expect(titles()).toEqual(['Skylark'])
})

test('a guest’s stored cart is restored at the present prices; an unlisted track stays until the guest has read of it (CRT-03, ROL-04, D-045)', async () => {
  const { cart, titles, listed } = openCart('guest')
  storeOnDevice(skylark, glass, { id: idOf(77) })
  listed.set(skylark.id, { ...skylark, customerPricePence: 700 })

  await cart.follow('guest')

  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
  expect(cart.get().totalPricePence).toBe(1820)
  expect(cart.get().gone).toEqual([{ trackId: idOf(77), title: 'A track' }])
  expect(readGuestCart(localStorage)).toHaveLength(3)
  await cart.confirmChanges()
  expect(readGuestCart(localStorage)).toHaveLength(2)
})

test('a track added while prices of the stored items are fetched is added to them', async () => {
  const { cart, titles } = openCart('guest')
  storeOnDevice(skylark)
  const following = cart.follow('guest')

  await cart.add(glass)
  await following

  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
  expect(readGuestCart(localStorage)).toHaveLength(2)
})

test('the cart has the same size limit as the server', async () => {
  const { cart } = openCart('guest')
  storeOnDevice(...Array.from({ length: largestCart }, (_, number) => ({ id: idOf(100 + number) })))
  expect(await cart.add(skylark)).toEqual({
    ok: false,
    code: 'cart_full',
    message: 'The cart holds 100 tracks at most.',
  })
})

test('a guest cart of any size is priced in portions that the server takes, and stays', async () => {
  const requested: number[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const requestedIds =
      new URL(path, 'http://undersong.test').searchParams.get('ids')?.split(',') ?? []
    requested.push(requestedIds.length)
    // As the server does.
    const tracks = requestedIds.slice(0, mostTracksNamed).map((id) => exampleTrack({ id }))
    return Response.json({ tracks })
  })
  const { cart } = openCart('guest', { price: browserCartCalls.price })
  const ids = Array.from({ length: mostTracksNamed + 5 }, (_, number) => ({
    id: idOf(100 + number),
  }))
  storeOnDevice(...ids)

  await cart.follow('guest')

  expect(requested).toEqual([mostTracksNamed, 5])
  expect(cart.get().totalItems).toBe(mostTracksNamed + 5)
  expect(readGuestCart(localStorage)).toHaveLength(mostTracksNamed + 5)
  vi.unstubAllGlobals()
})

test('a login merges the device’s cart item by item, then clears it (CRT-05, CHK-12, LST-01)', async () => {
  const { cart, titles, onMerged } = openCart('account')
  storeOnDevice(skylark, glass)

  await cart.follow('account')

  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
  expect(readGuestCart(localStorage)).toEqual([])
  expect(onMerged).toHaveBeenCalledExactlyOnceWith({ left: [], failed: 0 })
})

test('a logout shows the empty cart of a guest (D-057)', async () => {
  const { cart } = openCart('account')
  await cart.follow('account')
  await cart.add(skylark)
  await cart.follow('guest')
  expect(cart.get().items).toEqual([])
})

test('a cart that cannot be loaded has an error (ERR-39)', async () => {
  const { cart } = openCart('account', {
    load: () => Promise.resolve(refused({ status: 500, code: 'fault' })),
  })
  await cart.follow('account')
  expect(cart.get()).toMatchObject({ error: 'Failed to load cart', isLoading: false })
})

test('while the owner is unknown, the shown items stay and no change is possible (CHK-06)', async () => {
  const { cart, titles } = openCart('unknown')
  storeOnDevice(skylark)
  await cart.follow('guest')
  await cart.follow('unknown')

  for (const change of [cart.add(skylark), cart.remove(skylark.id), cart.clear()]) {
    expect(await change).toEqual({
      ok: false,
      code: 'session_unknown',
      message: 'Authentication loading, please try again',
    })
  }
  expect(titles()).toEqual(['Skylark'])
})

test('without a session response there is no cart to show (ERR-39)', async () => {
  const { cart } = openCart('unknown')
  await cart.follow('unknown')
  expect(cart.get()).toMatchObject({ error: 'Failed to load cart', isLoading: false, items: [] })
})

const unreachable = refused({ status: 0, code: 'network', message: apiMessages.network })

test('a failed merge is reported', async () => {
  const { cart, onMerged } = openCart('account', { add: () => Promise.resolve(unreachable) })
  storeOnDevice(skylark)
  await cart.follow('account')
  expect(onMerged).toHaveBeenCalledExactlyOnceWith({ left: [], failed: 1 })
  expect(readGuestCart(localStorage)).toHaveLength(1)
})

const silent = refused({ status: 503, code: 'unknown', message: apiMessages.unexpectedError })

test('a failed add returns the server’s message, else the status, else a general message (CRT-14, ERR-40, ERR-41, ERR-42)', async () => {
  const responses = [
    refused({ code: 'own_track', message: 'This is your own track.' }),
    silent,
    unreachable,
  ]
  const shown: string[] = []
  for (const response of responses) {
    const { cart } = openCart('account', { add: () => Promise.resolve(response) })
    for (const failed of [undefined, cartMessages.basketAddFailed]) {
      const outcome = await cart.add(skylark, failed)
      if (!outcome.ok) shown.push(outcome.message)
    }
  }
  expect(shown).toEqual([
    'This is your own track.',
    'This is your own track.',
    'Failed to add to cart (status 503)',
    'Failed to add to cart (status 503)',
    'Failed to add to cart',
    'Failed to add to basket',
  ])
})

test('failed removals and clearings return the server’s message, else a general message (CRT-13, ERR-43, ERR-44)', async () => {
  const withMessage = refused({ code: 'foreign', message: 'Not now.' })
  const shown: string[] = []
  for (const response of [withMessage, silent]) {
    const { cart } = openCart('account', {
      remove: () => Promise.resolve(response),
      clear: () => Promise.resolve(response),
    })
    await cart.follow('account')
    for (const outcome of [await cart.remove(skylark.id), await cart.clear()]) {
      if (!outcome.ok) shown.push(outcome.message)
    }
  }
  expect(shown).toEqual([
    'Not now.',
    'Not now.',
    'Failed to remove from cart',
    'Failed to clear cart',
  ])
})

test('a failed checkout returns the server’s message, else a message for a refusal or for a network error (CHK-10, ERR-46, ERR-47, D-051)', async () => {
  const shown: string[] = []
  for (const response of [refused({ code: 'cart_changed' }), silent, unreachable]) {
    const { cart } = openCart('account', { checkout: () => Promise.resolve(response) })
    const outcome = await cart.checkout()
    if (!outcome.ok) shown.push(outcome.message)
  }
  expect(shown).toEqual([
    'A rule says no.',
    'Failed to create checkout session',
    'Failed to create checkout',
  ])
})

test('a cart that has changed meanwhile is reloaded (D-045)', async () => {
  const load = vi
    .fn<CartCalls['load']>()
    .mockResolvedValueOnce({ ok: true, value: { items: [{ track: skylark, addedAt }], gone: [] } })
    .mockResolvedValue({ ok: true, value: { items: [], gone: [] } })
  const { cart } = openCart('account', {
    load,
    checkout: () => Promise.resolve(refused({ code: 'cart_changed' })),
  })
  await cart.follow('account')
  await cart.checkout()
  await waitFor(() => expect(cart.get().items).toEqual([]))
})

test('a response with 401 fetches the session again', async () => {
  const { cart, onLoggedOut } = openCart('account', {
    add: () => Promise.resolve(refused({ status: 401, code: 'login_required' })),
  })
  await cart.add(skylark)
  expect(onLoggedOut).toHaveBeenCalledTimes(1)
})
