import { expect, test } from 'vitest'
import { createTestApp, createTrack, createUser } from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'

test('a customer gets the ids of the tracks they own, the newest first, and nobody else’s', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  const [buyer, other] = [await createUser(app), await createUser(app)]
  const owned: string[] = []
  for (const title of ['Bought first', 'Bought second']) {
    const { id } = await createTrack(app.db, { artistId: artist.id, title })
    await paidCart(app, buyer, [id])
    owned.unshift(id)
  }
  await createTrack(app.db, { artistId: artist.id, title: 'Not bought' })
  const idsOf = async (as: typeof buyer) =>
    (await app.call('GET /api/proxy/my-tracks/ids', { as })).json<{ trackIds: string[] }>().trackIds
  expect(await idsOf(buyer)).toEqual(owned)
  expect(await idsOf(other)).toEqual([])
  expect(await idsOf(artist)).toEqual([])
})
