import { expect, onTestFinished, test, vi } from 'vitest'
import { glass, openCart, skylark, storeOnDevice } from './test-cart.ts'
import { readGuestCart } from './guest-cart.ts'

test('of two changes at once the second is sent when the first is answered, so that the last answer is the newest cart', async () => {
  const first = Promise.withResolvers<void>()
  const log: string[] = []
  const contents: (typeof skylark)[] = []
  const { cart, titles } = await openCart('account', {
    async add(trackId) {
      const track = trackId === skylark.id ? skylark : glass
      log.push(`${track.title} is sent`)
      contents.push(track)
      const answer = Response.json({
        items: contents.map((one) => ({ track: one, addedAt: '' })),
        gone: [],
      })
      if (track === skylark) await first.promise
      log.push(`${track.title} is answered`)
      return answer
    },
  })

  const changes = [cart.add(skylark), cart.add(glass)]
  first.resolve()
  await Promise.all(changes)

  expect(log).toEqual([
    'Skylark is sent',
    'Skylark is answered',
    'The Parting Glass is sent',
    'The Parting Glass is answered',
  ])
  expect(titles()).toEqual(['Skylark', 'The Parting Glass'])
})

test('after a change that fails because the device is full the next one is sent', async () => {
  const { cart, titles } = await openCart('account')
  const storage = localStorage
  const isFullOnce = vi.fn<Storage['setItem']>((key, value) => storage.setItem(key, value))
  isFullOnce.mockImplementationOnce(() => {
    throw new Error('The quota has been exceeded.')
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: isFullOnce,
  })
  onTestFinished(() => void vi.stubGlobal('localStorage', storage))
  const changes = [cart.add(skylark), cart.add(glass)]
  await expect(changes[0]).rejects.toThrow('quota')
  expect(await changes[1]).toEqual({ ok: true })
  expect(titles()).toEqual(['The Parting Glass'])
})

test('after an addition the cart shows what another device has added meanwhile', async () => {
  const { cart, titles, atServer } = await openCart('account')
  atServer().push({ track: glass, addedAt: '' })

  await cart.add(skylark)

  expect(titles()).toEqual(['The Parting Glass', 'Skylark'])
})

test('an added track has the price of the server, not of the card', async () => {
  const { cart, listed } = await openCart('account')
  listed.set(skylark.id, { ...skylark, customerPricePence: 700 })

  await cart.add(skylark)

  expect(cart.get()).toMatchObject({ totalItems: 1, totalPricePence: 700 })
})

test('an answer that arrives after the user has logged out is not shown', async () => {
  const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()]
  const { cart } = await openCart('account', {
    add() {
      sent.resolve()
      return answered.promise
    },
  })
  const adding = cart.add(skylark)
  await sent.promise
  await cart.follow('guest')
  answered.resolve(Response.json({ items: [{ track: skylark, addedAt: '' }], gone: [] }))
  expect(await adding).toEqual({ ok: true })
  expect(cart.get().items).toEqual([])
})

test('a track that a guest adds, or another tab, while prices are fetched stays, and one that is removed is gone', async () => {
  const { cart, titles, listed } = await openCart('guest', { stored: [skylark] })
  const other = { ...glass, id: crypto.randomUUID(), title: 'Blackbird' }
  listed.set(other.id, other)

  const loading = cart.load()
  await cart.add(glass)
  await cart.remove(skylark.id)
  storeOnDevice(glass, other)
  await loading

  expect(titles()).toEqual(['The Parting Glass'])
  expect(cart.get().gone).toEqual([])
  expect(readGuestCart().map(({ trackId }) => trackId)).toEqual([glass.id, other.id])
})
