import { expect, test } from 'vitest'
import type { Owner } from './cart-state.ts'
import { readGuestCart } from './guest-cart.ts'
import { addedAt, glass, openCart, refused, skylark, storeOnDevice } from './test-cart.ts'

const dearer = { ...skylark, customerPricePence: 700 }

test.each<Owner>(['guest', 'account'])(
  'a changed price in the cart of a %s is named with the old and the new price until it is confirmed',
  async (owner) => {
    const { cart, listed, atServer } = openCart(owner)
    await cart.follow(owner)
    await cart.add(skylark)
    expect(cart.get().priceChanges).toEqual([])

    listed.set(skylark.id, dearer)
    const [line] = atServer()
    if (line) line.track = dearer
    const change = { trackId: skylark.id, title: 'Skylark', oldPence: 569, newPence: 700 }
    await cart.load()
    await cart.load()
    expect(cart.get()).toMatchObject({ totalPricePence: 700, priceChanges: [change] })

    await cart.confirmChanges()
    await cart.load()
    expect(cart.get().priceChanges).toEqual([])
  },
)

test('a price that has changed since the page with the button was shown is named', async () => {
  const { cart, listed } = openCart('account')
  await cart.follow('account')
  listed.set(skylark.id, dearer)
  await cart.add(skylark)
  expect(cart.get().priceChanges).toMatchObject([{ oldPence: 569, newPence: 700 }])
})

test('a track that left the sale is named by its title, and is removed when the guest confirms', async () => {
  const { cart, titles, listed } = openCart('guest')
  await cart.follow('guest')
  await cart.add(skylark)
  await cart.add(glass)
  listed.delete(skylark.id)

  await cart.load()
  expect(titles()).toEqual(['The Parting Glass'])
  expect(cart.get().gone).toEqual([{ trackId: skylark.id, title: 'Skylark' }])

  await cart.confirmChanges()
  expect(cart.get().gone).toEqual([])
  expect(readGuestCart(localStorage).map(({ trackId }) => trackId)).toEqual([glass.id])
})

test('a track of an account’s cart that left the sale is removed at the server when the customer confirms', async () => {
  const removed: string[] = []
  const gone = [{ trackId: skylark.id, title: 'Skylark' }]
  const { cart } = openCart('account', {
    load: () => Promise.resolve({ ok: true, value: { items: [{ track: glass, addedAt }], gone } }),
    remove: (trackId) => {
      removed.push(trackId)
      return Promise.resolve({ ok: true, value: { items: [], gone: [] } })
    },
  })
  await cart.follow('account')
  expect(cart.get().gone).toEqual(gone)
  await cart.confirmChanges()
  expect(removed).toEqual([skylark.id])
  expect(cart.get().gone).toEqual([])
})

test('tracks that the account cannot buy are named after the login, with the reason', async () => {
  const { cart } = openCart('guest')
  await cart.follow('guest')
  await cart.add(skylark)
  const seen = localStorage.getItem('undersong.cart-seen.1') ?? ''

  const login = openCart('account', {
    add: () => Promise.resolve(refused({ code: 'track_owned' })),
  })
  localStorage.setItem('undersong.cart-seen.1', seen)
  storeOnDevice(skylark)
  await login.cart.follow('account')
  expect(login.cart.get().left).toEqual([
    { trackId: skylark.id, title: 'Skylark', code: 'track_owned' },
  ])
  await login.cart.confirmChanges()
  expect(login.cart.get().left).toEqual([])
})

test.each(['nonsense', '{}', '[["id"],["id",{"title":1}],7]'])(
  'stored titles and prices that are %s are ignored',
  async (stored) => {
    const { cart } = openCart('guest')
    localStorage.setItem('undersong.cart-seen.1', stored)
    storeOnDevice(skylark)
    await cart.follow('guest')
    expect(cart.get()).toMatchObject({ totalItems: 1, priceChanges: [] })
  },
)
