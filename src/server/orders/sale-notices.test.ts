import { expect, test } from 'vitest'
import type { NotificationList } from '#contracts/notifications/notifications.ts'
import { createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import { createTestApp, createTrack, createUser } from '../../../tests/support/test-app.ts'

test('a sale tells each artist of their own tracks and pence, not of the other artist’s', async () => {
  await using app = await createTestApp()
  const [rosa, tom, mia] = [
    await createArtistWithPayouts(app),
    await createArtistWithPayouts(app),
    await createUser(app),
  ]
  const ash = await createTrack(app.db, { artistId: rosa.id, pricePence: 500, title: 'Ash' })
  const elm = await createTrack(app.db, { artistId: tom.id, pricePence: 300, title: 'Elm' })
  await paidCart(app, mia, [ash.id, elm.id])
  for (const [artist, sentence] of [
    [rosa, 'You sold “Ash” and earned £5.00.'],
    [tom, 'You sold “Elm” and earned £3.00.'],
  ] as const) {
    const list = await app.call('GET /api/notifications', { as: artist })
    const { notifications } = list.json<NotificationList>()
    expect(notifications.map((one) => one.sentence)).toEqual([sentence])
  }
})
