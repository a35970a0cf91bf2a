import { expect, test } from 'vitest'
import type { Owner } from './cart-store.ts'
import { readGuestCart } from './guest-cart.ts'
import { storeSeen } from './seen-tracks.ts'
import { addedAt, glass, openCart, refused, skylark, storeOnDevice } from './test-cart.ts'

const dearer = { ...skylark, customerPricePence: 700 }

test.each<Owner>(['guest', 'account'])(
  'a changed price in the cart of a %s is named with the old and the new price until it is confirmed',
  async (owner) => {
    const { cart, listed, atServer } = await openCart(owner)
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
  const { cart, listed } = await openCart('account')
  listed.set(skylark.id, dearer)
  await cart.add(skylark)
  expect(cart.get().priceChanges).toMatchObject([{ oldPence: 569, newPence: 700 }])
})

test('a track that left the sale is named by its title, and is removed when the guest confirms', async () => {
  const { cart, titles, listed } = await openCart('guest')
  await cart.add(skylark)
  await cart.add(glass)
  listed.delete(skylark.id)

  await cart.load()
  expect(titles()).toEqual(['The Parting Glass'])
  expect(cart.get().gone).toEqual([{ trackId: skylark.id, title: 'Skylark' }])

  await cart.confirmChanges()
  expect(cart.get().gone).toEqual([])
  expect(readGuestCart().map(({ trackId }) => trackId)).toEqual([glass.id])
})

test('a track of an account’s cart that left the sale is removed at the server when the customer confirms', async () => {
  const removed: string[] = []
  const gone = [{ trackId: skylark.id, title: 'Skylark' }]
  const { cart } = await openCart('account', {
    load: () => Response.json({ items: [{ track: glass, addedAt }], gone }),
    remove(trackId) {
      removed.push(trackId)
      return Response.json({ items: [], gone: [] })
    },
  })
  expect(cart.get().gone).toEqual(gone)
  await cart.confirmChanges()
  expect(removed).toEqual([skylark.id])
  expect(cart.get().gone).toEqual([])
})

test('tracks that the account cannot buy are named after the login, with the reason', async () => {
  const { cart } = await openCart('account', { add: () => refused(409, 'track_owned') })
  storeOnDevice(skylark)
  storeSeen([skylark])
  await cart.follow('account')
  expect(cart.get().left).toEqual([{ trackId: skylark.id, title: 'Skylark', code: 'track_owned' }])
  await cart.confirmChanges()
  expect(cart.get().left).toEqual([])
})

test('a price that has changed since the page with the button was shown is named, also if the cart is loaded meanwhile', async () => {
  const loaded = Promise.withResolvers<Response>()
  const empty = () => Response.json({ items: [], gone: [] })
  const answers = [empty(), loaded.promise]
  const { cart, listed } = await openCart('account', { load: () => answers.shift() ?? empty() })
  listed.set(skylark.id, dearer)
  const changes = [cart.load(), cart.add(skylark)]
  loaded.resolve(empty())
  await Promise.all(changes)
  expect(cart.get().priceChanges).toMatchObject([{ oldPence: 569, newPence: 700 }])
})

test.each(['nonsense', '{}', '[["id"],["id",{"title":1}],7]'])(
  'stored titles and prices that are %s are ignored',
  async (stored) => {
    const { cart } = await openCart('guest', { stored: [skylark] })
    localStorage.setItem('undersong.cart-seen.1', stored)
    await cart.load()
    expect(cart.get()).toMatchObject({ totalItems: 1, priceChanges: [] })
  },
)
