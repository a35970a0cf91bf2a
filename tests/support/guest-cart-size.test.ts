import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { largestCart } from '../../src/rules/product.ts'
import { browserCartCalls } from '../../src/web/cart/cart-calls.ts'
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
  const gone = Array.from({ length: 5 * largestCart }, () => randomUUID())
  const ids = [
    ...sold.slice(0, 6).map(({ id }) => id),
    ...gone,
    ...sold.slice(6).map(({ id }) => id),
  ]
  const addedAt = '2026-11-20T10:00:00.000Z'
  const items = ids.map((trackId) => ({ trackId, addedAt }))
  // The app itself needs the real one before it closes.
  const priced = await browserCartCalls.price(items).finally(() => vi.unstubAllGlobals())
  expect(priced.ok && priced.value.map(({ track }) => track.id)).toEqual(sold.map(({ id }) => id))
  // Servers and proxies refuse the head of a request above 8 KB.
  expect(Math.max(...addresses.map((address) => address.length))).toBeLessThan(7_000)
})
