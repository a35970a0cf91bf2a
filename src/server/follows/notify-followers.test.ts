import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import {
  notificationsOf,
  verifyEmails,
} from '../../../tests/support/notifications/notifications.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { notifyFollowers } from './notify-followers.ts'

const sharedApp = sharedTestApp()

/** So many accounts follow the artist, some of them at the same moment. */
async function createFollowers(app: TestApp, artistId: string, count: number): Promise<void> {
  await sql`
    with followers as (
      insert into users (email, username, email_verified)
      select at || '@' || ${artistId}, at || ' of ' || ${artistId}, true from generate_series(1, ${count}) as at
      returning id
    )
    insert into follows (follower_id, artist_id, followed_at)
    select id, ${artistId}, now() - make_interval(secs => 1 + (row_number() over ()) / 40) from followers
  `.execute(app.db)
}

test('every follower is told of a new track once, also when the job breaks off between two batches, repeats, or runs twice at once', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  await createFollowers(app, artist.id, 1000)
  const { id: trackId } = await createTrack(app.db, { artistId: artist.id })
  const late = await createUser(app)
  await app.call(`POST /api/users/follow/${artist.id}`, { as: late })

  let batches = 0
  const signal = { throwIfAborted: () => void (batches++ === 3 && fail('The process stops.')) }
  // Only this method is used.
  const stopping = signal as AbortSignal
  await expect(notifyFollowers(app.db, { trackId, signal: stopping })).rejects.toThrow('stops')
  const told = () =>
    app.db.selectFrom('notifications').select('user_id').where('track_id', '=', trackId).execute()
  expect((await told()).length).toBe(450)
  const { signal: running } = new AbortController()
  await Promise.all([
    notifyFollowers(app.db, { trackId, signal: running }),
    notifyFollowers(app.db, { trackId, signal: running }),
  ])
  await notifyFollowers(app.db, { trackId, signal: running })
  const ids = (await told()).map(({ user_id: userId }) => userId)
  expect([ids.length, new Set(ids).size]).toEqual([1000, 1000])
  expect(ids).not.toContain(late.id)
})

test('nobody is told of a track that is withdrawn before the job runs', async () => {
  const app = await sharedApp()
  const artist = await createUser(app, { role: 'artist' })
  await createFollowers(app, artist.id, 1)
  const { id: trackId } = await createTrack(app.db, { artistId: artist.id })
  await app.call(`POST /api/proxy/tracks/${trackId}/withdraw`, { as: artist, send: {} })
  await addJob(app.db, 'notify_followers', { trackId })
  await app.work()
  const told = app.db.selectFrom('notifications').select('id').where('track_id', '=', trackId)
  expect(await told.execute()).toEqual([])
})

test('new tracks are emailed once, in one email a day, as far as their reader has not seen them and wants them', async () => {
  await using app = await createTestApp()
  const [rosa, mia, tom] = [
    await createUser(app, { role: 'artist', name: 'rosa' }),
    await createUser(app),
    await createUser(app),
  ]
  await verifyEmails(app)
  for (const as of [mia, tom]) await app.call(`POST /api/users/follow/${rosa.id}`, { as })
  await app.call('PUT /api/notifications/choices', {
    as: tom,
    send: { kind: 'new_track', emails: false },
  })
  const list = async (title: string) => {
    const { id: trackId } = await createTrack(app.db, { artistId: rosa.id, title })
    await addJob(app.db, 'notify_followers', { trackId })
    await app.work()
    return trackId
  }
  const sendDaily = async () => {
    await addJob(app.db, 'email_new_tracks', {})
    await app.work()
    return app.emails.map(({ to, subject }) => [to, subject])
  }
  const ash = await list('Ash')
  const seen = (await notificationsOf(app, mia)).notifications[0]?.id
  await app.call(`POST /api/notifications/${seen}/read`, { as: mia, send: {} })
  const birch = await list('Birch')
  const cedar = await list('Cedar')
  expect(app.emails).toEqual([])

  const expected = [[mia.email, '2 new tracks of artists you follow']]
  expect(await sendDaily()).toEqual(expected)
  expect(await sendDaily()).toEqual(expected)
  const [email] = app.emails
  for (const id of [birch, cedar])
    expect(email?.html).toContain(`http://undersong.test/tracks/${id}`)
  expect(email?.html).not.toContain(ash)
  await list('Damson')
  expect((await sendDaily()).at(-1)).toEqual([mia.email, 'rosa has a new track: “Damson”'])
})

function fail(message: string): never {
  throw new Error(message)
}
