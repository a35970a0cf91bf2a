import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { commissionProcess } from '#rules/commissions/commission-process.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import {
  createCommissionArtist,
  readStored,
  storeCommission,
  timelineOf,
} from '../../../../tests/support/commissions/stored-commission.ts'
import { commissionsFixture } from '../../../../tests/support/commissions/waiting.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { createUser, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const hourMs = 3_600_000

const respond = (app: TestApp, as: TestUser, send: object) =>
  app.call('POST /api/commission/artist/respond', { as, send })
const terminate = (app: TestApp, as: TestUser, commissionId: string) =>
  app.call('POST /api/commission/terminate-before-payment', { as, send: { commissionId } })
const codeOf = async (call: ReturnType<typeof respond>) =>
  (await call).json<{ code?: string }>().code

test('an artist accepts, and the customer has three days to pay; or declines, and it has ended (CST-14, API-36, BUS-18, ROL-21)', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  const [wanted, unwanted] = [await store('pending_artist'), await store('pending_artist')]
  const accepted = await respond(app, tom, {
    commissionId: wanted.id,
    action: 'accept',
    reason: 'With pleasure.',
  })
  expect(accepted.json()).toMatchObject({
    status: 'requested',
    artistMessage: 'With pleasure.',
    canDo: ['artistWithdraw'],
  })
  const { pay_by: payBy, answered_at: answeredAt } = await readStored(app, wanted.id)
  expect((payBy?.getTime() ?? 0) - (answeredAt?.getTime() ?? 0)).toBe(72 * hourMs)

  const declined = await respond(app, tom, { commissionId: unwanted.id, action: 'reject' })
  expect(declined.json()).toMatchObject({ status: 'rejected_by_artist', canDo: [] })
  expect(await timelineOf(app, unwanted.id)).toEqual([
    {
      step: 'reject',
      actor: 'artist',
      from_status: 'pending_artist',
      to_status: 'rejected_by_artist',
    },
  ])
  const told = (await notificationsOf(app, mia)).notifications.map(({ sentence }) => sentence)
  expect(told.toSorted()).toEqual([
    `${tom.username} has accepted “Skylark”.`,
    `${tom.username} has declined “Skylark”.`,
  ])
})

test('both answers are refused in every other status, and change nothing (CST-14)', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, tom, store } = fixture
  for (const status of commissionProcess.statuses.filter((name) => name !== 'pending_artist')) {
    const before = await store(status)
    for (const action of ['accept', 'reject']) {
      const code = await codeOf(respond(app, tom, { commissionId: before.id, action }))
      expect([status, action, code]).toEqual([status, action, 'commission_moved'])
    }
    expect(await readStored(app, before.id)).toEqual(before)
    expect(await timelineOf(app, before.id)).toEqual([])
  }
})

test('an artist answers until a moment before the deadline, and no more at it', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, tom, store } = fixture
  const commission = await store('pending_artist')
  const answer = () => respond(app, tom, { commissionId: commission.id, action: 'accept' })
  await app.clock.set(commission.answer_by)
  expect(await codeOf(answer())).toBe('commission_too_late')
  const shown = await app.call(`GET /api/commissions/${commission.id}`, { as: tom })
  expect(shown.json()).toMatchObject({ status: 'pending_artist', canDo: [] })
  await app.db
    .updateTable('commissions')
    .set({ answer_by: new Date(commission.answer_by.getTime() + 1) })
    .execute()
  expect((await answer()).statusCode).toBe(200)
})

test('strangers get what a missing commission gets, whatever they do; each party has the own steps only (CST-37)', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  const [lea, ann, admin] = [
    await createUser(app),
    await createCommissionArtist(app),
    await createAdmin(app),
  ]
  const { id: commissionId } = await store('pending_artist')
  for (const as of [lea, ann]) {
    const answers = [
      await app.call(`GET /api/commissions/${commissionId}`, { as }),
      await terminate(app, as, commissionId),
    ]
    for (const answer of answers) {
      const missing = await app.call(`GET /api/commissions/${randomUUID()}`, { as })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        404,
        { code: missing.json<{ code: string }>().code },
      ])
    }
  }
  expect(await codeOf(respond(app, ann, { commissionId, action: 'accept' }))).toBe('not_found')
  // An artist who is the customer of another one does not answer the own request.
  const own = await storeCommission(app, { customer: ann, artist: tom, status: 'pending_artist' })
  const answer = { commissionId: own.id, action: 'accept' }
  expect(await codeOf(respond(app, ann, answer))).toBe('not_found')
  expect((await readStored(app, own.id)).status).toBe('pending_artist')
  // A call of artists.
  expect(await codeOf(respond(app, mia, { commissionId, action: 'accept' }))).toBe('not_allowed')
  expect(await codeOf(terminate(app, admin, commissionId))).toBe('not_found')
  const seen = await app.call(`GET /api/commissions/${commissionId}`, { as: admin })
  expect(seen.json()).toMatchObject({ viewer: 'admin', canDo: [] })
  const lists = await Promise.all(
    [mia, tom, lea, ann].map(async (as) => {
      const list = async (role: string) =>
        (await app.call(`GET /api/commissions?as=${role}`, { as })).json<{
          commissions: unknown[]
        }>().commissions.length
      return [await list('customer'), await list('artist')]
    }),
  )
  expect(lists).toEqual([
    [1, 0],
    [0, 2],
    [0, 0],
    [1, 0],
  ])
})

test('the customer withdraws before the payment, the artist after accepting, and the other one is told (API-43)', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  const cases = [
    ['pending_artist', mia, 'withdrawn'],
    ['requested', mia, 'withdrawn'],
    ['requested', tom, 'artist_withdrew'],
  ] as const
  for (const [status, as, reason] of cases) {
    const { id } = await store(status)
    expect((await terminate(app, as, id)).json()).toMatchObject({
      status: 'cancelled',
      statusReason: reason,
    })
  }
  const { id } = await store('pending_artist')
  expect(await codeOf(terminate(app, tom, id))).toBe('commission_moved')
  const told = async (as: TestUser) =>
    (await notificationsOf(app, as)).notifications.map(({ sentence }) => sentence)
  expect(await told(mia)).toEqual([`${tom.username} has withdrawn “Skylark”.`])
  expect(await told(tom)).toEqual([
    `${mia.username} has withdrawn “Skylark”.`,
    `${mia.username} has withdrawn “Skylark”.`,
  ])
})

test('nobody withdraws once it is paid, also while the payment is on its way (PAY-09)', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  const paid = [
    'accepted',
    'in_progress',
    'delivered',
    'approved',
    'cron_pending',
    'completed',
  ] as const
  for (const status of paid) {
    const before = await store(status)
    for (const as of [mia, tom]) {
      const refused = await terminate(app, as, before.id)
      expect([status, refused.statusCode, refused.json()]).toMatchObject([
        status,
        409,
        { code: 'commission_paid' },
      ])
    }
    expect(await readStored(app, before.id)).toEqual(before)
  }
  for (const status of ['cancelled', 'rejected_by_artist'] as const) {
    const { id } = await store(status)
    expect(await codeOf(terminate(app, mia, id))).toBe('commission_moved')
  }
})

test('of an answer and a withdrawal at the same moment one takes place, and of two answers', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  for (let round = 0; round < 5; round++) {
    const { id: commissionId } = await store('pending_artist')
    const answers = await Promise.all([
      respond(app, tom, { commissionId, action: 'reject' }),
      respond(app, tom, { commissionId, action: 'reject' }),
      terminate(app, mia, commissionId),
    ])
    const statuses = answers.map(({ statusCode }) => String(statusCode)).toSorted()
    expect(statuses).toEqual(['200', '409', '409'])
    expect(await timelineOf(app, commissionId)).toHaveLength(1)
  }
})

test('an artist accepts as much open work as there are places; each end of work frees one by itself', async () => {
  const fixture = await commissionsFixture(await emptyApp(), { commission_places: 2 })
  const { app, mia, tom, store } = fixture
  const artist = async () => {
    const { availableForCommission, isFullyBooked } = (
      await app.call(`GET /public/users/${tom.id}`)
    ).json<{ availableForCommission: boolean; isFullyBooked: boolean }>()
    const listed = await app.call('GET /public/users/query?availableForCommission=true')
    const { totalUsers } = listed.json<{ totalUsers: number }>()
    return { availableForCommission, isFullyBooked, totalUsers }
  }
  await store('delivered')
  const [first, second] = [await store('pending_artist'), await store('pending_artist')]
  const accept = (commissionId: string) => respond(app, tom, { commissionId, action: 'accept' })
  const free = { availableForCommission: true, isFullyBooked: false, totalUsers: 1 }
  const full = { availableForCommission: false, isFullyBooked: true, totalUsers: 0 }
  expect(await artist()).toEqual(free)
  // Both at once: there is one place.
  const answers = await Promise.all([accept(first.id), accept(second.id)])
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json()).toMatchObject({ code: 'fully_booked' })
  expect(await artist()).toEqual(full)
  const accepted = answers[0]?.statusCode === 200 ? first : second
  const waiting = accepted === first ? second : first
  expect((await readStored(app, waiting.id)).status).toBe('pending_artist')

  expect((await terminate(app, mia, accepted.id)).statusCode).toBe(200)
  expect(await artist()).toEqual(free)
  expect((await accept(waiting.id)).statusCode).toBe(200)
  expect(await artist()).toEqual(full)
})

test('a request stays answerable although its artist takes no commissions any more (D-040)', async () => {
  const fixture = await commissionsFixture(await emptyApp(), { wants_commissions: false })
  const { app, tom, store } = fixture
  const { id: commissionId } = await store('pending_artist')
  expect((await respond(app, tom, { commissionId, action: 'accept' })).statusCode).toBe(200)
})

test('a list begins with what waits for its reader, the next deadline first, and is divided into open, done and ended', async () => {
  const fixture = await commissionsFixture(await emptyApp())
  const { app, mia, tom, store } = fixture
  const rows = new Map<string, string>()
  for (const status of commissionProcess.statuses) rows.set((await store(status)).id, status)
  const list = async (as: TestUser, query: string) => {
    const answer = await app.call(`GET /api/commissions?${query}`, { as })
    const { commissions, ...paging } = answer.json<{ commissions: { id: string }[] }>()
    return { statuses: commissions.map(({ id }) => rows.get(id) ?? id), ...paging }
  }
  const artists = await list(tom, 'as=artist')
  expect(artists.statuses.slice(0, 2).toSorted()).toEqual(['in_progress', 'pending_artist'])
  const customers = await list(mia, 'as=customer')
  expect(customers.statuses.slice(0, 2)).toEqual(['requested', 'delivered'])
  expect(customers).toMatchObject({
    openCommissions: 5,
    allCommissions: 10,
    totalCommissions: 10,
    totalPages: 1,
    currentPage: 1,
  })
  expect((await list(mia, 'state=done')).statuses.toSorted()).toEqual([
    'approved',
    'completed',
    'cron_pending',
  ])
  expect((await list(mia, 'state=ended')).statuses.toSorted()).toEqual([
    'cancelled',
    'rejected_by_artist',
  ])
  expect(await list(mia, 'state=open&page=7')).toMatchObject({
    allCommissions: 10,
    totalCommissions: 5,
    currentPage: 1,
  })
})
