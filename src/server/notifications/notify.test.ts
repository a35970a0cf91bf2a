import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { emailsTo } from '../../../tests/support/accounts/email-tokens.ts'
import { tell, verifyEmails } from '../../../tests/support/notifications/notifications.ts'
import { notify, notifyCollected } from './notify.ts'
import { sharedTestApp } from '../../../tests/support/shared-app.ts'

const sharedApp = sharedTestApp()

const stored = (app: TestApp, users: TestUser[]) =>
  app.db
    .selectFrom('notifications')
    .select(['user_id', 'kind', 'times', 'read_at'])
    .where(
      'user_id',
      'in',
      users.map(({ id }) => id),
    )
    .orderBy('user_id')
    .execute()

/** Sorted by their recipients. */
const emailsToAny = (app: TestApp, users: TestUser[]) =>
  users
    .flatMap((user) => emailsTo(app, user))
    .toSorted((one, other) => (one.to < other.to ? -1 : 1))

test('an event is told to a person once, however often it is reported, also at the same moment', async () => {
  const app = await sharedApp()
  const [mia, tom] = [await createUser(app), await createUser(app)]
  await verifyEmails(app)
  const notice = { kind: 'transfer', pence: 500, key: 'transfer:1' } as const
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => tell(app, { ...notice, to: at % 2 ? mia.id : tom.id })),
  )
  await app.work()
  await tell(app, { ...notice, to: mia.id })
  await app.work()
  expect((await stored(app, [mia, tom])).map(({ user_id: id }) => id)).toEqual(
    [mia.id, tom.id].toSorted(),
  )
  const emails = emailsToAny(app, [mia, tom])
  expect(emails.map(({ to }) => to)).toEqual([mia.email, tom.email].toSorted())
  const [{ subject, html, text } = { subject: '', html: '', text: '' }] = emails
  expect(subject).toBe('£5.00 was transferred to your payment account')
  for (const body of [html, text]) expect(body).toContain('http://undersong.test/artist-dashboard')
})

test('nobody is told of what they did themselves', async () => {
  const app = await sharedApp()
  const tom = await createUser(app, { role: 'artist' })
  const own = { to: tom.id, actorId: tom.id, reviewId: randomUUID() }
  await tell(app, { kind: 'review', key: 'review', ...own })
  expect(await stored(app, [tom])).toEqual([])
})

test('collected events are counted in one notification until it is read', async () => {
  const app = await sharedApp()
  const tom = await createUser(app, { role: 'artist' })
  const { id: trackId } = await createTrack(app.db, { artistId: tom.id })
  const event = { kind: 'rating', key: 'rating', to: tom.id, trackId } as const
  const rate = () => app.db.transaction().execute((tx) => notifyCollected(tx, event))
  await Promise.all([rate(), rate(), rate()])
  expect(await stored(app, [tom])).toMatchObject([{ times: 3, read_at: null }])
  const told = app.db.updateTable('notifications').where('user_id', '=', tom.id)
  await told.set({ read_at: new Date() }).execute()
  await rate()
  expect(await stored(app, [tom])).toMatchObject([{ times: 1, read_at: null }])
})

test('a user who is banned, not verified or does not want it gets no email; a transactional one reaches everybody', async () => {
  const app = await sharedApp()
  const [mia, tom, ann, sam] = [
    await createUser(app),
    await createUser(app),
    await createUser(app),
    await createUser(app),
  ]
  await verifyEmails(app)
  const set = (user: { id: string }, values: { email_verified?: boolean; banned?: boolean }) =>
    app.db.updateTable('users').set(values).where('id', '=', user.id).execute()
  await set(tom, { email_verified: false })
  await set(ann, { banned: true })
  await app.db
    .insertInto('notification_choices')
    .values({ user_id: sam.id, kind: 'transfer', emails: false })
    .execute()
  const everybody = [mia, tom, ann, sam]
  for (const { id } of everybody) {
    await tell(app, { kind: 'transfer', pence: 5, to: id, key: randomUUID() })
  }
  await app.work()
  expect(emailsToAny(app, everybody).map(({ to }) => to)).toEqual([mia.email])

  const reason = 'Copied recordings.\nPlease write to us.'
  for (const { id } of everybody) await tell(app, { kind: 'banned', reason, to: id, key: 'ban' })
  await app.work()
  const bans = emailsToAny(app, everybody).filter(
    ({ subject }) => subject === 'Your account is suspended',
  )
  expect(bans.map(({ to }) => to)).toEqual(everybody.map((one) => one.email).toSorted())
  expect(bans[0]?.text).toContain(`The reason: ${reason}`)
})

test('a notification that its transaction does not commit has never been', async () => {
  const app = await sharedApp()
  const mia = await createUser(app)
  const broken = app.db.transaction().execute(async (tx) => {
    await notify(tx, { kind: 'unbanned', to: mia.id, key: 'unban' })
    throw new Error('The ban could not be lifted.')
  })
  await expect(broken).rejects.toThrow('could not be lifted')
  await app.work()
  expect([await stored(app, [mia]), emailsTo(app, mia)]).toEqual([[], []])
})
