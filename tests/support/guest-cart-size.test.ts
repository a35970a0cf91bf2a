import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { maxCartTracks } from '../../src/rules/product.ts'
import { fetchTracks } from '../../src/web/cart/guest-cart.ts'
import { createArtistWithPayouts } from './shopping.ts'
import { createTestApp, createTrack } from './test-app.ts'

test('a guest cart is priced at every size: what the browser asks the server takes', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const addresses: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address)
    const { statusCode, body } = await app.call(`GET ${address}`)
    return new Response(body, { status: statusCode })
  })

  const sold = await Promise.all(
    Array.from({ length: 12 }, () => createTrack(app.db, { artistId: artist.id })),
  )
  // Five times the present limit, with the tracks for sale at both ends of the cart.
  const gone = Array.from({ length: 5 * maxCartTracks }, () => randomUUID())
  const ids = [
    ...sold.slice(0, 6).map(({ id }) => id),
    ...gone,
    ...sold.slice(6).map(({ id }) => id),
  ]
  // The app itself needs the real one before it closes.
  const found = await fetchTracks(ids).finally(() => vi.unstubAllGlobals())
  expect(found.ok && found.value.map(({ id }) => id).toSorted()).toEqual(
    sold.map(({ id }) => id).toSorted(),
  )
  // Servers and proxies refuse the head of a request above 8 KB.
  expect(Math.max(...addresses.map((address) => address.length))).toBeLessThan(7_000)
})
