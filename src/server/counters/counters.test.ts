import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { updateArtist } from '../../../tests/support/artists/create-artists.ts'
import { untilWaitingForLocks } from '../../../tests/support/lock-waiters.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'

test('follows of one artist at the same moment, and an account that is deleted with what it follows, are each counted', async () => {
  await using app = await createTestApp()
  const [tom, ann] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  const [mia, sam] = [await createUser(app), await createUser(app)]
  const counted = async () => [await countedOf(app, tom.id), await countedOf(app, ann.id)]
  await app.call(`POST /api/users/follow/${ann.id}`, { as: mia })
  let follows: Promise<unknown>[] = []
  await app.db.transaction().execute(async (tx) => {
    await sql`select from artists where artist_id = ${tom.id} for no key update`.execute(tx)
    follows = [mia, sam].map((as) => app.call(`POST /api/users/follow/${tom.id}`, { as }))
    await untilWaitingForLocks(app, 2)
  })
  await Promise.all(follows)
  expect(await counted()).toEqual([2, 1])

  const send = { password: 'sing it to me' }
  const deleted = await app.call('POST /api/account/deletion', { as: mia, send })
  expect(deleted.statusCode).toBe(200)
  expect(await counted()).toEqual([1, 0])
})

async function countedOf({ db }: TestApp, artistId: string): Promise<number> {
  const { followers } = await db
    .selectFrom('artists')
    .select('followers')
    .where('artist_id', '=', artistId)
    .executeTakeFirstOrThrow()
  return followers
}

test('every night the counters are compared with a recount: a difference is told until somebody has put it right, and nothing else is changed', async () => {
  const lines: string[] = []
  await using app = await createTestApp({
    logLevel: 'error',
    logStream: { write: (line) => void lines.push(line) },
  })
  const [followed, busy, unlisted, rated, right] = [
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
    await createUser(app, { role: 'artist' }),
  ]
  const mia = await createUser(app)
  const track = await createTrack(app.db, { artistId: rated.id })
  const other = await createTrack(app.db, { artistId: right.id })
  for (const { id } of [track, other])
    await app.call(`POST /api/proxy/tracks/rate/${id}`, { as: mia, send: { rating: 4 } })
  for (const { id } of [followed, right])
    await app.call(`POST /api/users/follow/${id}`, { as: mia })
  await compareCounters(app)
  expect(await foundProblems(app)).toEqual([])

  // As a hand in the database may leave them.
  const damaged = [
    [followed, { followers: 7 }],
    [busy, { commissions: 1 }],
    [unlisted, { is_listed: false }],
  ] as const
  for (const [{ id }, changes] of damaged) await updateArtist(app.db, id, changes)
  const setSum = (stars: number) =>
    app.db.updateTable('tracks').set({ rating_sum: stars }).where('id', '=', track.id).execute()
  await setSum(5)
  await compareCounters(app)
  await addJob(app.db, 'check_invariants', {})
  await app.work()
  const counts = [followed, busy, rated].map(({ id }) => `artist_counts_differ ${id}`)
  const found = [
    ...counts,
    `artist_listing_differs ${unlisted.id}`,
    `track_counts_differ ${track.id}`,
  ]
  expect(await foundProblems(app)).toEqual(found.toSorted())
  const kinds = ['artist_counts_differ', 'artist_listing_differs', 'track_counts_differ']
  expect((await app.call('GET /readyz')).json()).toEqual({ status: 'ready', impaired: kinds })
  expect(lines.filter((line) => line.includes('counters differ from a recount'))).toHaveLength(1)
  expect(await countedOf(app, followed.id)).toBe(7)

  const settled = [
    [followed, { followers: 1 }],
    [busy, { commissions: 0 }],
    [unlisted, { is_listed: true }],
  ] as const
  for (const [{ id }, changes] of settled) await updateArtist(app.db, id, changes)
  await setSum(4)
  await compareCounters(app)
  expect(await foundProblems(app)).toEqual([])
})

async function compareCounters(app: TestApp): Promise<void> {
  await addJob(app.db, 'compare_counters', {})
  await app.work()
}

async function foundProblems({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('found_problems').select(['kind', 'subject']).execute()
  return rows.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()
}
