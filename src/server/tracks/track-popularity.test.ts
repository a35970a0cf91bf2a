import { expect, test } from 'vitest'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { openPlayCounter, recountActivity, refreshPopularity } from './track-popularity.ts'

const titles = async (app: TestApp) => {
  const response = await app.call('GET /public/tracks/query')
  return response.json<{ tracks: { title: string }[] }>().tracks.map(({ title }) => title)
}

test('repeated plays by one listener count once a day for each track', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const [one, other] = [
    await createTrack(app.db, { artistId: artist.id }),
    await createTrack(app.db, { artistId: artist.id }),
  ]
  const countPlay = openPlayCounter(app.db)
  // The last two are of one network.
  for (const address of ['203.0.113.1', '203.0.113.1', '2001:db8:1:2::1', '2001:db8:1:2::9']) {
    await countPlay(one.id, address)
  }
  await countPlay(other.id, '203.0.113.1')
  const counted = await app.db.selectFrom('track_activity').select(['track_id', 'plays']).execute()
  expect(Object.fromEntries(counted.map(({ track_id, plays }) => [track_id, plays]))).toEqual({
    [one.id]: 2,
    [other.id]: 1,
  })
})

test('popularity weighs purchases most and decays slowly', async () => {
  await using app = await createTestApp()
  const artist = await createUser(app, { role: 'artist' })
  const create = (title: string) => createTrack(app.db, { artistId: artist.id, title })
  const [bought, played, once] = [
    await create('bought'),
    await create('played'),
    await create('bought long ago'),
  ]
  const today = new Date()
  const day = (daysAgo: number) =>
    new Date(today.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  await app.db
    .insertInto('track_activity')
    .values([
      { track_id: bought.id, day: day(0), purchases: 1 },
      { track_id: played.id, day: day(0), plays: 20 },
      { track_id: once.id, day: day(180), purchases: 3 },
    ])
    .execute()
  await recountActivity(app.db, [bought.id, played.id, once.id])
  await refreshPopularity(app.db)
  expect(await titles(app)).toEqual(['bought', 'bought long ago', 'played'])
})
