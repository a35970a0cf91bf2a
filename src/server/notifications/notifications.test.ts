import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { NotificationChoice } from '#contracts/notifications/notifications.ts'
import { notificationKinds } from '#rules/notifications/notification-kinds.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { openEventStream } from '../../../tests/support/event-stream.ts'
import {
  createNotification,
  notificationsOf,
  tell,
} from '../../../tests/support/notifications/notifications.ts'
import { withdrawTrack } from '#server/tracks/track-commands.ts'
import { addJob } from '#server/jobs/add-job.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const unread = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/notifications/unread', { as })).json<object>()

test('a user reads the own notifications in pages, newest first, and marks them read singly and all', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createUser(app)]
  for (let pence = 1; pence <= 25; pence++)
    await tell(app, { kind: 'transfer', pence, to: mia.id, key: String(pence) })
  await createNotification(app, tom)
  const first = await notificationsOf(app, mia)
  expect(first).toMatchObject({ unread: 25, totalPages: 2, currentPage: 1 })
  expect(first.notifications).toHaveLength(20)
  expect(first.notifications[0]).toMatchObject({
    kind: 'transfer',
    sentence: '£0.25 was transferred to your payment account.',
    path: '/artist-dashboard/sales',
    isRead: false,
  })
  const last = await notificationsOf(app, mia, 2)
  const pence = [...first.notifications, ...last.notifications].map(({ sentence }) =>
    sentence.slice(3, 5),
  )
  expect(pence).toEqual(Array.from({ length: 25 }, (_, at) => String(25 - at).padStart(2, '0')))
  expect(await notificationsOf(app, mia, 9)).toEqual(last)

  const one = first.notifications[0]?.id
  for (let count = 0; count < 2; count++) {
    const marked = await app.call(`POST /api/notifications/${one}/read`, { as: mia, send: {} })
    expect(marked.json()).toEqual({ unread: 24 })
  }
  expect((await notificationsOf(app, mia)).notifications.map(({ isRead }) => isRead)).toEqual([
    true,
    ...Array<boolean>(19).fill(false),
  ])
  const foreign = await app.call(`POST /api/notifications/${one}/read`, { as: tom, send: {} })
  expect([foreign.statusCode, await unread(app, tom)]).toEqual([404, { unread: 1 }])
  const all = await app.call('POST /api/notifications/read', { as: mia, send: {} })
  expect([all.json(), await unread(app, mia), await unread(app, tom)]).toEqual([
    { unread: 0 },
    { unread: 0 },
    { unread: 1 },
  ])
})

test('the unread notifications of a user are shown alone, in pages of their own', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createUser(app)]
  for (let pence = 1; pence <= 22; pence++)
    await tell(app, { kind: 'transfer', pence, to: mia.id, key: String(pence) })
  await createNotification(app, tom)
  const [newest, second] = (await notificationsOf(app, mia)).notifications
  for (const one of [newest, second])
    await app.call(`POST /api/notifications/${one?.id}/read`, { as: mia, send: {} })

  const unreadOnes = await notificationsOf(app, mia, 1, 'unread')
  expect(unreadOnes).toMatchObject({ unread: 20, totalPages: 1 })
  expect(unreadOnes.notifications).toHaveLength(20)
  expect(unreadOnes.notifications.filter(({ isRead }) => isRead)).toEqual([])
  expect(await notificationsOf(app, mia)).toMatchObject({ unread: 20, totalPages: 2 })
  await app.call('POST /api/notifications/read', { as: mia, send: {} })
  const none = { notifications: [], unread: 0, totalPages: 1, currentPage: 1 }
  expect(await notificationsOf(app, mia, 1, 'unread')).toEqual(none)
  expect((await notificationsOf(app, tom, 1, 'unread')).notifications).toHaveLength(1)
})

test('a notification about a track has its cover while the track is listed', async () => {
  const app = await sharedApp()
  const [rosa, mia] = [await createUser(app, { role: 'artist' }), await createUser(app)]
  const track = await createTrack(app.db, { artistId: rosa.id })
  await app.call(`POST /api/proxy/tracks/comment/${track.id}`, {
    as: mia,
    send: { comment: 'Lovely' },
  })
  await createNotification(app, rosa)
  const coversOf = async () =>
    (await notificationsOf(app, rosa)).notifications.map(({ coverUrl }) => coverUrl)
  const shown = await app.call(`GET /api/proxy/tracks/${track.id}`)
  const { coverUrl } = shown.json<{ coverUrl: string }>()
  expect((await app.call(`GET ${coverUrl}`)).statusCode).toBe(200)
  expect(await coversOf()).toEqual([null, coverUrl])
  await withdrawTrack(app.db, { id: track.id, artistId: rosa.id })
  expect(await coversOf()).toEqual([null, null])
  const again = app.db.updateTable('tracks').where('id', '=', track.id)
  await again.set({ withdrawn_at: null }).execute()
  await app.db.updateTable('users').set({ banned: true }).where('id', '=', rosa.id).execute()
  await tell(app, { kind: 'rating', trackId: track.id, to: mia.id, key: 'one' })
  expect((await notificationsOf(app, mia)).notifications).toMatchObject([{ coverUrl: null }])
})

test('a notification arrives on the open pages of its user at once, and so does reading it; other users and visitors see nothing', async () => {
  const app = await sharedApp()
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const [mia, tom] = [await createUser(app), await createUser(app)]
  await using own = await openEventStream(address, mia)
  await using foreign = await openEventStream(address, tom)
  await using visitor = await openEventStream(address)
  await app.eventsArrived()
  const arrived = () => own.events().filter(({ name }) => name === 'notificationsChanged').length
  await createNotification(app, mia)
  await expect.poll(arrived).toBe(1)
  await app.call('POST /api/notifications/read', { as: mia, send: {} })
  await expect.poll(arrived).toBe(2)
  await app.call('POST /api/notifications/read', { as: mia, send: {} })
  await app.eventsArrived()
  expect(arrived()).toBe(2)
  for (const { events } of [foreign, visitor])
    expect(events().filter(({ name }) => name !== 'resync')).toEqual([])
})

test('notifications are kept for 90 days', async () => {
  await using app = await createTestApp()
  const mia = await createUser(app)
  for (const days of [91, 89]) {
    await createNotification(app, mia)
    await sql`update notifications set created_at = now() - make_interval(days => ${days}) where created_at > now() - interval '1 day'`.execute(
      app.db,
    )
  }
  await addJob(app.db, 'tidy_notifications', {})
  await app.work()
  expect((await notificationsOf(app, mia)).notifications).toHaveLength(1)
})

test('an admin chooses also which emails about the work of admins are sent', async () => {
  const app = await sharedApp()
  const admin = await createAdmin(app)
  const choose = { kind: 'new_flag', emails: false }
  const chosen = await app.call('PUT /api/notifications/choices', { as: admin, send: choose })
  const { choices } = chosen.json<{ choices: NotificationChoice[] }>()
  const ofAdmins = new Set<string>([
    'new_flag',
    'counter_notice',
    'payment_alarm',
    'payment_disputed',
    'contact_message',
  ])
  expect(
    choices.filter(({ kind }) => ofAdmins.has(kind)).map(({ kind, emails }) => [kind, emails]),
  ).toEqual([
    ['new_flag', false],
    ['counter_notice', true],
    ['payment_alarm', true],
    ['payment_disputed', true],
    ['contact_message', false],
  ])
})

test('a customer is offered emails about what concerns customers, and an artist those about selling, too', async () => {
  const app = await sharedApp()
  const offered = async (as: TestUser) => {
    const answer = await app.call('GET /api/notifications/choices', { as })
    return answer.json<{ choices: NotificationChoice[] }>().choices.map(({ kind }) => kind)
  }
  const customers = ['new_track', 'review_answer', 'flag_decided']
  expect(await offered(await createUser(app))).toEqual(expect.arrayContaining(customers))
  expect(await offered(await createUser(app))).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(sale|transfer|review|rating|comment|upload_.*)$/),
    ]),
  )
  expect(await offered(await createUser(app, { role: 'artist' }))).toEqual(
    expect.arrayContaining([...customers, 'sale', 'transfer', 'review', 'upload_ready']),
  )
})

test('a user chooses which kinds are emailed, but not about what is transactional', async () => {
  const app = await sharedApp()
  const mia = await createUser(app, { role: 'artist' })
  const choices = async () =>
    (await app.call('GET /api/notifications/choices', { as: mia })).json<{
      choices: NotificationChoice[]
      isEmailVerified: boolean
    }>()
  const choose = (kind: string, emails: unknown) =>
    app.call('PUT /api/notifications/choices', { as: mia, send: { kind, emails } })
  const before = await choices()
  expect(before.isEmailVerified).toBe(true)
  const user = app.db.updateTable('users').where('id', '=', mia.id)
  await user.set({ email_verified: false }).execute()
  expect((await choices()).isEmailVerified).toBe(false)
  expect(before.choices.map(({ kind, emails }) => [kind, emails])).toEqual(
    Object.entries(notificationKinds)
      .filter(([, row]) => row.emailed !== 'always' && !('isForAdmins' in row))
      .map(([kind, { emailed }]) => [kind, emailed !== 'off']),
  )
  for (const emails of [false, true, false]) {
    const chosen = await choose('sale', emails)
    expect(chosen.json<typeof before>().choices).toContainEqual(
      expect.objectContaining({ kind: 'sale', emails }),
    )
  }
  await choose('rating', true)
  expect((await choices()).choices).toEqual(
    before.choices.map((one) => ({
      ...one,
      emails: one.kind === 'rating' || (one.kind !== 'sale' && one.emails),
    })),
  )
  expect((await choose('banned', false)).json()).toMatchObject({ code: 'email_not_a_choice' })
  for (const [kind, emails] of [
    ['gossip', true],
    ['sale', 'maybe'],
  ] as const)
    expect((await choose(kind, emails)).json()).toMatchObject({ code: 'invalid_input' })
})

test('a page that is no number is the first one', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  await createNotification(app, mia)
  for (const page of ['x', '0', '-1', '1.5', '99999999999', ''])
    expect(
      (await app.call(`GET /api/notifications?page=${page}`, { as: mia })).json(),
    ).toMatchObject({
      currentPage: 1,
      totalPages: 1,
    })
  const unknown = await app.call(`POST /api/notifications/${randomUUID()}/read`, {
    as: mia,
    send: {},
  })
  expect(unknown.json()).toMatchObject({ code: 'not_found' })
})
