import { expect, test } from 'vitest'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'
import { openPlayCounter, recountActivity, refreshPopularity } from './track-popularity.ts'

const emptyApp = emptiedTestApp()

const titles = async (app: TestApp) => {
  const response = await app.call('GET /public/tracks/query')
  return response.json<{ tracks: { title: string }[] }>().tracks.map(({ title }) => title)
}

test('repeated plays by one listener count once a day for each track', async () => {
  const app = await emptyApp()
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

test('popularity is five for a purchase, one for a download, a tenth for a play, and halves in 90 days', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  // Each title is the sum.
  const activity = {
    '6.0': { downloads: 6 },
    '5.0': { purchases: 1 },
    '4.5': { plays: 45 },
    '4.0': { downloads: 4 },
    '3.75': { purchases: 3, day: day(180) },
    '3.0': { downloads: 6, day: day(90) },
  }
  const ids: string[] = []
  for (const [title, done] of Object.entries(activity)) {
    const { id } = await createTrack(app.db, { artistId: artist.id, title })
    await app.db
      .insertInto('track_activity')
      .values({ track_id: id, day: day(0), ...done })
      .execute()
    ids.push(id)
  }
  await recountActivity(app.db, ids)
  await refreshPopularity(app.db)
  expect(await titles(app)).toEqual(['6.0', '5.0', '4.5', '4.0', '3.75', '3.0'])
})
