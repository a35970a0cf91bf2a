import { expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../demo/catalogue/accounts.ts'
import { demoArtists } from '../../demo/catalogue/artists.ts'
import { demoFlags, demoMessages, demoPurchases } from '../../demo/catalogue/community.ts'
import { demoTracks } from '../../demo/catalogue/tracks.ts'
import { createTrack as insertTrack } from '../../src/server/tracks/track-commands.ts'
import {
  createTestApp,
  plainAudio,
  plainDescription,
  type TestApp,
} from '../../tests/support/test-app.ts'
import { daysAgo } from './days-ago.ts'
import { demoIdOf } from './demo-id.ts'
import { seedArtists } from './seed-artists.ts'
import { seedCommunity } from './seed-community.ts'
import { seedHistory } from './seed-history.ts'
import { seedNotifications } from './seed-notifications.ts'
import { seedUsers } from './seed-people.ts'

const firstPage = demoTracks.slice(0, 10)

/** The demo as it is when the first page is complete, without recordings. */
async function seedFirstPage(app: TestApp) {
  const site = {
    database: { db: app.db },
    payments: app.payments,
    publicUrl: 'http://undersong.test',
  }
  await seedUsers(site)
  await seedArtists(app.db)
  for (const track of firstPage) {
    const id = demoIdOf('track', track.slug)
    const { title, pricePence } = track
    await insertTrack(app.db, {
      id,
      artistId: demoIdOf('user', track.artist),
      description: { ...plainDescription, title, pricePence },
      original: {
        key: `originals/${id}`,
        name: 'take.wav',
        container: 'wav',
        bytes: 1000,
        sha256: id.replaceAll('-', '').padEnd(64, '0'),
      },
      previewKey: `previews/${id}.mp3`,
      audio: plainAudio,
    })
    await app.db.transaction().execute((tx) => seedHistory(tx, id, track))
    await seedNotifications(app.db, id, track)
  }
  return site
}

async function logIn(app: TestApp, account: keyof typeof demoAccounts) {
  const { email } = demoAccounts[account]
  const response = await app.call('POST /api/accounts/log-in', {
    send: { email, password: demoPassword },
  })
  return { cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

async function readAs<Body>(app: TestApp, account: keyof typeof demoAccounts, route: string) {
  const { cookie } = await logIn(app, account)
  const response = await app.call(route, { headers: { cookie } })
  expect(response.statusCode).toBe(200)
  return response.json<Body>()
}

type Notifications = { notifications: { kind: string; isRead: boolean }[] }

async function kindsToldTo(app: TestApp, account: keyof typeof demoAccounts) {
  const { notifications } = await readAs<Notifications>(app, account, 'GET /api/notifications')
  return new Set(notifications.map(({ kind }) => kind))
}

test('the demo has two flags in the queue, messages, purchases, and news for each account; a second start adds nothing', async () => {
  await using app = await createTestApp()
  const site = await seedFirstPage(app)
  await seedCommunity(site)
  await app.work()

  type Flags = { flags: { status: string; reporter: { username: string } | null }[] }
  const { flags } = await readAs<Flags>(app, 'admin', 'GET /api/proxy/admin/flags')
  expect(flags.map(({ status }) => status).toSorted()).toEqual(['new', 'reviewing'])
  type Messages = { messages: { status: string }[] }
  const { messages } = await readAs<Messages>(app, 'admin', 'GET /api/proxy/admin/messages')
  expect(messages.map(({ status }) => status)).toEqual(demoMessages.map(() => 'new'))

  const owned = await readAs<{ tracks: { id: string }[] }>(
    app,
    'singer',
    'GET /api/proxy/my-tracks',
  )
  const bought = demoPurchases.find(({ customer }) => customer === demoAccounts.singer.username)
  expect(owned.tracks).toHaveLength(bought?.tracks.length ?? 0)

  const artistNews = await kindsToldTo(app, 'artist')
  for (const kind of ['sale', 'transfer', 'review', 'rating', 'comment'])
    expect(artistNews).toContain(kind)
  expect(await kindsToldTo(app, 'singer')).toEqual(new Set(['new_track', 'review_answer']))
  expect(await kindsToldTo(app, 'admin')).toEqual(
    new Set(['new_track', 'new_flag', 'contact_message']),
  )

  type Artists = { totalUsers: number }
  const route = 'GET /public/users/query?lastOnlineWithin=90'
  const { totalUsers } = await readAs<Artists>(app, 'singer', route)
  expect(totalUsers).toBe(demoArtists.length)

  const before = await countAll(app)
  await seedCommunity(site)
  // As after an interruption: only the fact that it is done is missing.
  await app.db.deleteFrom('site_facts').where('name', '=', 'demo-community').execute()
  await seedUsers(site)
  await seedArtists(app.db)
  await seedCommunity(site)
  await app.work()
  expect(await countAll(app)).toEqual(before)
  expect(before.flags).toBe(demoFlags.length)
})

test('admins read the same sales and the same day of joining in every place', async () => {
  await using app = await createTestApp()
  await seedCommunity(await seedFirstPage(app))
  await app.work()
  type Tracks = { tracks: { artist: { id: string }; sales: number }[] }
  const { tracks } = await readAs<Tracks>(app, 'admin', 'GET /api/proxy/admin/tracks')
  expect(tracks).toHaveLength(firstPage.length)
  for (const { username } of demoArtists) {
    const id = demoIdOf('user', username)
    const own = tracks.filter(({ artist }) => artist.id === id)
    const record = await readAs<{ sold: number; joinedAt: string }>(
      app,
      'admin',
      `GET /api/proxy/admin/users/${id}`,
    )
    expect(record.sold).toBe(own.reduce((sum, { sales }) => sum + sales, 0))
    expect(record.sold).toBeGreaterThan(0)
    const profile = await app.call(`GET /public/users/${id}`)
    const joinedAt = profile.json<{ dateJoined: string }>().dateJoined
    expect(joinedAt).toBe(record.joinedAt)
    expect(new Date(joinedAt).getTime()).toBeLessThan(daysAgo(30).getTime())
  }
})

test('a track that its artist has withdrawn is left out, and the rest is there', async () => {
  await using app = await createTestApp()
  const site = await seedFirstPage(app)
  const withdrawn = demoFlags[0]?.track ?? ''
  await app.db
    .updateTable('tracks')
    .set({ withdrawn_at: new Date() })
    .where('id', '=', demoIdOf('track', withdrawn))
    .execute()
  await seedCommunity(site)
  const { flags, messages } = await countAll(app)
  expect([flags, messages]).toEqual([demoFlags.length - 1, demoMessages.length])
})

async function countAll({ db }: TestApp) {
  const count = (table: 'flags' | 'orders' | 'notifications' | 'contact_messages') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as('rows'))
      .executeTakeFirstOrThrow()
      .then(({ rows }) => Number(rows))
  return {
    flags: await count('flags'),
    orders: await count('orders'),
    notifications: await count('notifications'),
    messages: await count('contact_messages'),
  }
}
