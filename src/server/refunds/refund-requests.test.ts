// A customer asks for the money of a bought track back, and an admin decides: once, and with words.

import { expect, test } from 'vitest'
import type { OwnedTracks } from '#contracts/orders.ts'
import type { AdminRefundRequest } from '#contracts/admin/refund-requests.ts'
import type { RefundRequest } from '#contracts/refund-requests.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { giveBack, lineOf, openSold, previewOf } from '../../../tests/support/money/giving-back.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { openLibrary } from '../../../tests/support/owned/renditions.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { paidCart } from '../../../tests/support/shopping.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type Asked = { reason: string; words?: string }

const routeOf = (trackId: string) => `/api/proxy/my-tracks/${trackId}/refund-request`

const ask = (app: TestApp, as: TestUser, trackId: string, send: Asked = { reason: 'wrong_key' }) =>
  app.call(`POST ${routeOf(trackId)}`, { as, send })

const readOwn = async (app: TestApp, as: TestUser, trackId: string) =>
  (await app.call(`GET ${routeOf(trackId)}`, { as })).json<RefundRequest>()

const listOpen = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/admin/refund-requests', { as })).json<{
    requests: AdminRefundRequest[]
    total: number
  }>()

const decide = (
  app: TestApp,
  as: TestUser,
  id: string,
  send: { decision: string; leftPence?: number },
) =>
  app.call(`POST /api/proxy/admin/refund-requests/${id}/decide`, {
    as,
    send: { leftPence: 570, reason: 'You are right.', note: 'Heard it.', ...send },
  })

const mailsTo = async ({ db }: TestApp, { email }: TestUser, subject: string) =>
  (
    await db
      .selectFrom('mails')
      .select('text_body')
      .where('recipient', '=', email)
      .where('subject', '=', subject)
      .execute()
  ).map(({ text_body: text }) => text)

test('a request is accepted: the admin sees what was heard, the money goes back by the same command, and the track ends', async () => {
  const app = await emptyApp()
  const { mia, admin, skyeId, skye } = await openSold(app)
  // Another customer owns the same track, and asks for nothing.
  const other = await createUser(app)
  await paidCart(app, other, [skyeId])
  await app.work()
  expect(await readOwn(app, mia, skyeId)).toMatchObject({
    title: 'Skye',
    pence: 570,
    receiptNumber: 'UND-000001',
    isDoubtful: false,
    request: null,
  })
  const asked = { reason: 'wrong_key', words: 'It sounds like C.' }
  expect((await ask(app, mia, skyeId, asked)).json()).toMatchObject({ ...asked, status: 'open' })
  expect(codeOf(await ask(app, mia, skyeId))).toBe('refund_requested')
  expect((await readOwn(app, other, skyeId)).request).toBeNull()
  expect((await notificationsOf(app, admin)).notifications[0]).toMatchObject({
    sentence: 'A customer asks for the money of “Skye” back.',
  })
  const { requests, total } = await listOpen(app, admin)
  expect(total).toBe(1)
  expect(requests).toMatchObject([
    { ...asked, downloads: 0, plays: 0, sale: { id: skye, customer: { id: mia.id } } },
  ])
  const id = requests[0]?.id ?? ''
  const accepted = await decide(app, admin, id, { decision: 'accept' })
  expect([accepted.statusCode, accepted.json()]).toEqual([200, { status: 'accepted' }])
  expect(codeOf(await decide(app, admin, id, { decision: 'decline' }))).toBe('request_decided')
  await app.work()
  const gone = await app.call(`GET ${routeOf(skyeId)}`, { as: mia })
  expect([gone.statusCode, (await listOpen(app, admin)).total]).toEqual([404, 0])
  expect((await readOwn(app, other, skyeId)).pence).toBe(570)
  expect(await mailsTo(app, mia, 'We give £5.70 back to you')).toEqual([
    expect.stringContaining('You are right.'),
  ])
  expect(
    await app.db.selectFrom('refunds').select(['amount_pence', 'status', 'cause']).execute(),
  ).toEqual([{ amount_pence: 570, status: 'sent', cause: 'given_back' }])
  expect(await moneyProblems(app)).toEqual([])
  // What is bought again can be asked for again.
  await paidCart(app, mia, [skyeId])
  expect(codeOf(await ask(app, mia, skyeId))).toBe('done')
})

test('a request is declined with words, the track stays, and the customer cannot ask again', async () => {
  const app = await emptyApp()
  const { mia, admin, skyeId } = await openSold(app)
  await ask(app, mia, skyeId)
  const id = (await listOpen(app, admin)).requests[0]?.id ?? ''
  expect(codeOf(await decide(app, admin, id, { decision: '' }))).toBe('invalid_input')
  expect(codeOf(await decide(app, admin, id, { decision: 'accept', leftPence: 1 }))).toBe(
    'refunded_meanwhile',
  )
  expect((await decide(app, admin, id, { decision: 'decline' })).json()).toEqual({
    status: 'declined',
  })
  expect((await readOwn(app, mia, skyeId)).request).toMatchObject({
    status: 'declined',
    answer: 'You are right.',
  })
  expect(await mailsTo(app, mia, 'About your request for a refund')).toEqual([
    expect.stringContaining('You are right.'),
  ])
  expect(codeOf(await ask(app, mia, skyeId))).toBe('refund_requested')
  expect(await app.db.selectFrom('refunds').select('id').execute()).toEqual([])
  const log = await app.call('GET /api/proxy/admin/audit-log', { as: admin })
  expect(log.json()).toMatchObject({ actions: [{ action: 'decline_refund', note: 'Heard it.' }] })
})

test('of two admins who decide at once exactly one does, and a request whose sale was given back is accepted by that', async () => {
  const app = await emptyApp()
  const { mia, admin, skyeId, tideId, tide } = await openSold(app)
  const other = await createAdmin(app, { name: 'other admin' })
  await ask(app, mia, skyeId)
  await ask(app, mia, tideId)
  const open = (await listOpen(app, admin)).requests
  const id = open.find(({ sale }) => sale.title === 'Skye')?.id ?? ''
  const answers = await Promise.all([
    decide(app, admin, id, { decision: 'accept' }),
    decide(app, other, id, { decision: 'accept' }),
  ])
  const codes = answers.map(codeOf).toSorted()
  expect(codes[0]).toBe('done')
  expect(['nothing_to_give_back', 'request_decided']).toContain(codes[1])
  await giveBack(app, admin, tide, { amount: '3.50', leftPence: 350 })
  expect((await listOpen(app, admin)).total).toBe(0)
  expect(
    (await app.db.selectFrom('refund_requests').select('status').execute()).map(
      ({ status }) => status,
    ),
  ).toEqual(['accepted', 'accepted'])
  expect(await moneyProblems(app)).toEqual([])
})

test('of two admins of whom one accepts and the other declines, the customer is told one decision, and money goes with that only', async () => {
  const app = await emptyApp()
  const { mia, admin, skyeId } = await openSold(app)
  const other = await createAdmin(app, { name: 'other admin' })
  await ask(app, mia, skyeId)
  const [{ id } = { id: '' }] = (await listOpen(app, admin)).requests
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0
        ? decide(app, admin, id, { decision: 'accept' })
        : decide(app, other, id, { decision: 'decline' }),
    ),
  )
  expect(answers.map(codeOf).filter((code) => code === 'done')).toHaveLength(1)
  await app.work()
  const { status } = await app.db
    .selectFrom('refund_requests')
    .select('status')
    .executeTakeFirstOrThrow()
  const refunds = await app.db.selectFrom('refunds').select('amount_pence').execute()
  expect(refunds).toHaveLength(status === 'accepted' ? 1 : 0)
  expect(await moneyProblems(app)).toEqual([])
})

test('whoever has downloaded a track or been sent all of it to play cannot change their mind, and can say what is wrong', async () => {
  const app = await emptyApp()
  const { mia, ids } = await openLibrary(app, 3)
  const admin = await createAdmin(app)
  const [fresh = '', downloaded = '', played = ''] = ids
  await app.call(`GET /api/proxy/tracks/download/${downloaded}`, { as: mia })
  const listen = (range: string) =>
    app.call(`GET /api/proxy/my-tracks/${played}/stream`, { as: mia, headers: { range } })
  await listen('bytes=0-99')
  expect((await readOwn(app, mia, played)).reasons).toContain('changed_mind')
  await listen('bytes=100-')
  await expect
    .poll(async () => (await readOwn(app, mia, played)).reasons)
    .not.toContain('changed_mind')
  const changed = { reason: 'changed_mind' }
  expect([
    codeOf(await ask(app, mia, downloaded, changed)),
    codeOf(await ask(app, mia, played, changed)),
    codeOf(await ask(app, mia, fresh, changed)),
    codeOf(await ask(app, mia, played, { reason: 'will_not_play' })),
  ]).toEqual(['heard_already', 'heard_already', 'done', 'done'])
  const { requests } = await listOpen(app, admin)
  const heard = requests.map(({ downloads, plays, wholePlays }) => [downloads, plays, wholePlays])
  expect(heard).toEqual([
    [0, 0, 0],
    [0, 1, 1],
  ])
  expect((await previewOf(app, admin, await lineOf(app, downloaded))).leftPence).toBeGreaterThan(0)
})

test('a download in parts counts once, also without its beginning; parts that are nearly all of it count as all', async () => {
  const app = await emptyApp()
  const { mia, ids } = await openLibrary(app, 3)
  const [downloaded = '', played = '', ended = ''] = ids
  const get = (path: string, range: string) =>
    app.call(`GET /api/proxy/${path}`, { as: mia, headers: { range } })
  const downloads = () => app.db.selectFrom('downloads').select('track_id').execute()
  for (const range of ['bytes=100-199', 'bytes=200-', 'bytes=-10'])
    await get(`tracks/download/${downloaded}`, range)
  expect(await downloads()).toEqual([{ track_id: downloaded }])
  expect((await readOwn(app, mia, downloaded)).reasons).not.toContain('changed_mind')
  const head = await app.call(`HEAD /api/proxy/tracks/download/${played}`, { as: mia })
  const bytes = Number(head.headers['content-length'])
  const stream = (id: string, range: string) => get(`my-tracks/${id}/stream`, `bytes=${range}`)
  // What players read first of some formats: the last bytes.
  await stream(ended, `${bytes - 10}-`)
  const half = Math.floor(bytes / 2)
  await stream(played, `${half}-${bytes - 2}`)
  expect((await readOwn(app, mia, played)).reasons).toContain('changed_mind')
  await stream(played, `1-${half}`)
  await expect
    .poll(async () => (await readOwn(app, mia, played)).reasons)
    .not.toContain('changed_mind')
  expect((await readOwn(app, mia, ended)).reasons).toContain('changed_mind')
  const shares = app.db.selectFrom('entitlements').select(['whole_plays', 'sent_share'])
  expect(await shares.where('track_id', '=', played).execute()).toEqual([
    { whole_plays: 1, sent_share: 0 },
  ])
})

test('only the owner of a bought track asks for its money, and reads no request of others', async () => {
  const app = await emptyApp()
  const { mia, rosa, skyeId } = await openSold(app)
  const stranger = await createUser(app)
  for (const as of [stranger, rosa]) expect(codeOf(await ask(app, as, skyeId))).toBe('not_found')
  expect(codeOf(await ask(app, mia, skyeId, { reason: 'too loud' }))).toBe('invalid_input')
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(app, mia, skyeId)))
  expect(answers.map(codeOf).toSorted()).toEqual([
    'done',
    ...Array.from({ length: 19 }, () => 'refund_requested'),
  ])
})

test('after 150 days the form says that a refund to the card is doubtful', async () => {
  const app = await emptyApp()
  const { mia, skyeId } = await openSold(app)
  await app.clock.move({ days: 149 })
  expect((await readOwn(app, mia, skyeId)).isDoubtful).toBe(false)
  await app.clock.move({ days: 1 })
  expect((await readOwn(app, mia, skyeId)).isDoubtful).toBe(true)
})

test('My Tracks says beside a track what has become of the request for its money', async () => {
  const app = await emptyApp()
  const { mia, admin, skyeId } = await openSold(app)
  const states = async () => {
    const list = await app.call('GET /api/proxy/my-tracks', { as: mia })
    const { tracks } = list.json<OwnedTracks>()
    return tracks.map(({ track, refundRequest }) => [track.title, refundRequest])
  }
  const others = ['Tide', null]
  expect(await states()).toEqual(expect.arrayContaining([['Skye', null], others]))
  await ask(app, mia, skyeId)
  expect(await states()).toEqual(expect.arrayContaining([['Skye', 'open'], others]))
  const { requests } = await listOpen(app, admin)
  const route = `POST /api/proxy/admin/refund-requests/${requests[0]?.id}/decide`
  await app.call(route, {
    as: admin,
    send: { decision: 'decline', leftPence: 570, reason: 'It plays here.' },
  })
  expect(await states()).toEqual(expect.arrayContaining([['Skye', 'declined'], others]))
})
