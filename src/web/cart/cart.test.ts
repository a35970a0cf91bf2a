import { expect, test, vi } from 'vitest'
import { maxCartTracks, maxTracksNamed } from '#rules/product.ts'
import { session } from '#web/accounts/session-store.ts'
import { exampleTrack } from '#web/tracks/example-track.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { cartMessages } from './cart-messages.ts'
import type { Owner } from './cart-store.ts'
import { readGuestCart } from './guest-cart.ts'
import { addedAt, glass, idOf, storeOnDevice, openCart, refused, skylark } from './test-cart.ts'

const failure = vi.spyOn(toast, 'error')
const info = vi.spyOn(toast, 'info')

test.each<Owner>(['guest', 'account'])(
  'the cart of the %s has items, count and total (CRT-01, CRT-06, CRT-07)',
  async (owner) => {
    const { cart, titles } = await openCart(owner)

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

    await cart.remove(skylark.id)
    expect(cart.get()).toMatchObject({ totalItems: 1, totalPricePence: 1120 })
    await cart.clear()
    expect(cart.get()).toMatchObject({ items: [], totalItems: 0, totalPricePence: 0 })
  },
)

test('a guest’s cart refuses a track that is in it already, and does not change (CRT-02, ERR-38)', async () => {
  const { cart, titles } = await openCart('guest')
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
  const { cart, titles } = await openCart('account', {
    load: () => Response.json({ items: [{ track: skylark, addedAt }], gone: [] }),
    add: () => refused(409, 'track_already_in_cart', 'Track is already in cart'),
  })

  expect(await cart.add(skylark)).toEqual(inCartAlready)
  expect(titles()).toEqual(['Skylark'])
})

test('a guest’s stored cart is restored at the present prices; an unlisted track stays until the guest has read of it (CRT-03, ROL-04, D-045)', async () => {
  const { cart, titles, listed } = await openCart('guest')
  storeOnDevice(skylark, glass, { id: idOf(77) })
  listed.set(skylark.id, { ...skylark, customerPricePence: 700 })

  await cart.follow('guest')

  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
  expect(cart.get().totalPricePence).toBe(1820)
  expect(cart.get().gone).toEqual([{ trackId: idOf(77), title: 'A track' }])
  expect(readGuestCart()).toHaveLength(3)
  await cart.confirmChanges()
  expect(readGuestCart()).toHaveLength(2)
})

test('a track added while prices of the stored items are fetched is added to them', async () => {
  const { cart, titles } = await openCart('guest')
  storeOnDevice(skylark)
  const following = cart.follow('guest')

  await cart.add(glass)
  await following

  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
  expect(readGuestCart()).toHaveLength(2)
})

test('the cart has the same size limit as the server', async () => {
  const { cart } = await openCart('guest')
  storeOnDevice(
    ...Array.from({ length: maxCartTracks }, (_, number) => ({ id: idOf(100 + number) })),
  )
  expect(await cart.add(skylark)).toEqual({
    ok: false,
    code: 'cart_full',
    message: 'The cart holds 100 tracks at most.',
  })
})

test('a guest cart of any size is priced in portions that the server takes, and stays', async () => {
  const requested: number[] = []
  const { cart } = await openCart('guest', {
    stored: Array.from({ length: maxTracksNamed + 5 }, (_, number) => ({
      id: idOf(100 + number),
    })),
    price(ids) {
      requested.push(ids.length)
      // As the server does.
      return Response.json({
        tracks: ids.slice(0, maxTracksNamed).map((id) => exampleTrack({ id })),
      })
    },
  })
  expect(requested).toEqual([maxTracksNamed, 5])
  expect(cart.get().totalItems).toBe(maxTracksNamed + 5)
  expect(readGuestCart()).toHaveLength(maxTracksNamed + 5)
})

test('a login merges the device’s cart item by item, then clears it (CRT-05, CHK-12, LST-01)', async () => {
  vi.clearAllMocks()
  const { titles } = await openCart('account', { stored: [skylark, glass] })

  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
  expect(readGuestCart()).toEqual([])
  expect([failure, info].flatMap(({ mock }) => mock.calls)).toEqual([])
})

test('a logout shows the empty cart of a guest (D-057)', async () => {
  const { cart, titles } = await openCart('account')
  await cart.add(skylark)
  expect(titles()).toEqual(['Skylark'])
  await cart.follow('guest')
  expect(titles()).toEqual([])
})

test('a cart that cannot be loaded has an error (ERR-39)', async () => {
  const { cart } = await openCart('account', { load: () => refused(500, 'fault') })
  expect(cart.get()).toMatchObject({ error: 'Failed to load cart', isLoading: false })
})

test('while the owner is unknown, the shown items stay and no change is possible (CHK-06)', async () => {
  const { cart, titles } = await openCart('guest', { stored: [skylark] })
  vi.stubGlobal('fetch', async () => Response.error())
  session.invalidate()
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
  await openCart('guest')
  const { cart } = await openCart('unknown')
  expect(cart.get()).toMatchObject({ error: 'Failed to load cart', isLoading: false, items: [] })
})

test('a failed merge is reported', async () => {
  vi.clearAllMocks()
  await openCart('account', { stored: [skylark], add: () => Response.error() })
  expect(failure.mock.calls).toEqual([['Failed to merge cart']])
  expect(readGuestCart()).toHaveLength(1)
})

test('a login tells how many tracks the account cannot have in its cart', async () => {
  vi.clearAllMocks()
  await openCart('account', { stored: [skylark], add: () => refused(409, 'track_owned') })
  expect(info.mock.calls).toEqual([[cartMessages.tracksLeft(1)]])
  expect(readGuestCart()).toEqual([])
})

test('a failed add returns the server’s message, else the status, else a general message (CRT-14, ERR-40, ERR-41, ERR-42)', async () => {
  const answers = [
    () => refused(409, 'own_track', 'This is your own track.'),
    () => refused(503),
    () => Response.error(),
  ]
  const shown: string[] = []
  for (const add of answers) {
    const { cart } = await openCart('account', { add })
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
  const shown: string[] = []
  for (const answer of [() => refused(409, 'foreign', 'Not now.'), () => refused(503)]) {
    const { cart } = await openCart('account', { remove: answer, clear: answer })
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

test('a response with 401 fetches the session again', async () => {
  const { cart, sessionCalls } = await openCart('account', {
    add: () => refused(401, 'login_required'),
  })
  const before = sessionCalls()
  await cart.add(skylark)
  expect(sessionCalls()).toBe(before + 1)
})
