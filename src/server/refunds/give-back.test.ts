// An admin gives back what was sold: once, at most what is left, with every consequence that the preview has said.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OwnedTracks } from '#contracts/orders.ts'
import type { Receipt } from '#contracts/receipts.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { judgingFixture } from '../../../tests/support/commissions/judging.ts'
import {
  giveBack,
  lineOf,
  openSold,
  previewOf,
  reason,
} from '../../../tests/support/money/giving-back.ts'
import {
  commissionInvariants,
  moneyInvariants,
} from '../../../tests/support/money/invariant-problems.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { listAllSales, readSummary } from '../../../tests/support/sales/selling.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { openLibrary, renditionRoute } from '../../../tests/support/owned/renditions.ts'
import { activityOf, ledgerOf, paidCart } from '../../../tests/support/shopping.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

type TrackPage = { comments: { isVerifiedBuyer: boolean }[] }

const titlesOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/my-tracks', { as }))
    .json<OwnedTracks>()
    .tracks.map(({ track }) => track.title)

const receiptOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/receipts/UND-000001', { as })).json<Receipt>()

const mailsTo = async ({ db }: TestApp, { email }: TestUser) =>
  (
    await db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('about')
      .execute()
  ).map(({ subject }) => subject)

/** Whose recording it is does not fit what was given back. */
const ownedDifferences = async (app: TestApp) =>
  (await commissionInvariants(app)).filter((problem) => problem.startsWith('owned_differs'))

test('a whole refund takes the track, the sale and the shares back, and the other line keeps all', async () => {
  const app = await emptyApp()
  const { mia, rosa, tom, admin, skye } = await openSold(app)
  // Another customer has bought the same track.
  const other = await createUser(app)
  const [line] = await app.db.selectFrom('order_lines').selectAll().where('id', '=', skye).execute()
  await paidCart(app, other, [line?.track_id ?? ''])
  await app.work()
  expect(await previewOf(app, admin, skye)).toMatchObject({
    title: 'Skye',
    customer: { id: mia.id },
    receiptNumber: 'UND-000001',
    leftPence: 570,
    isDisputed: false,
    refund: {
      pence: 570,
      isWhole: true,
      artistPence: 500,
      platformPence: 70,
      artistKeepsPence: 0,
      platformKeepsPence: 0,
      isTransferred: true,
      postings: [
        { account: 'customer_payable', pence: -570 },
        { account: 'artist_receivable', pence: 500 },
        { account: 'platform_commission', pence: 50 },
        { account: 'processing_fee', pence: 20 },
      ],
    },
  })
  const before = await ledgerOf(app)
  expect(codeOf(await giveBack(app, admin, skye, { amount: '5.70', leftPence: 570 }))).toBe('done')
  expect(await titlesOf(app, mia)).toEqual(['Tide'])
  expect(await titlesOf(app, other)).toEqual(['Skye'])
  await app.work()
  const after = await ledgerOf(app)
  const change = (account: string) => (after[account] ?? 0) - (before[account] ?? 0)
  expect(
    ['artist_receivable', 'platform_commission', 'processing_fee', 'customer_payable'].map(change),
  ).toEqual([0, 50, 20, 0])
  const reversals = await app.db
    .selectFrom('reversals')
    .select(['artist_id', 'amount_pence', 'status', 'cause_kind'])
    .execute()
  expect(reversals).toEqual([
    { artist_id: rosa.id, amount_pence: 500, status: 'sent', cause_kind: 'refund' },
  ])
  expect(await receiptOf(app, mia)).toMatchObject({
    totalPence: 920,
    refundedPence: 570,
    refunds: [{ title: 'Skye', pence: 570, cause: 'given_back', state: 'sent' }],
  })
  expect(await listAllSales(app, rosa)).toMatchObject([
    { title: 'Skye', state: 'transferred', artistPence: 500 },
    { title: 'Skye', state: 'returned', artistPence: 0, refundedPence: 570 },
  ])
  expect(await listAllSales(app, tom)).toMatchObject([{ title: 'Tide', state: 'transferred' }])
  expect(await mailsTo(app, mia)).toEqual([
    'We give £5.70 back to you',
    expect.stringContaining('Your tracks'),
    'Your money is on its way back',
  ])
  expect((await notificationsOf(app, rosa)).notifications).toContainEqual(
    expect.objectContaining({
      kind: 'sale_given_back',
      sentence: 'The singer of “Skye” gets money back, £5.00 of it from your part.',
      addition: `The reason: ${reason}`,
    }),
  )
  const log = await app.call('GET /api/proxy/admin/audit-log', { as: admin })
  expect(log.json()).toMatchObject({
    actions: [{ action: 'give_back', subject: { id: mia.id }, reason, note: 'Seen in the file.' }],
  })
  expect(await moneyProblems(app)).toEqual([])
})

test('a part keeps the track, and every further part is of what is left, until it ends the sale', async () => {
  const app = await emptyApp()
  const { mia, rosa, admin, skye } = await openSold(app)
  expect((await previewOf(app, admin, skye, '2.00')).refund).toMatchObject({
    pence: 200,
    isWhole: false,
    artistPence: 175,
    platformPence: 25,
    artistKeepsPence: 325,
    platformKeepsPence: 45,
  })
  expect(codeOf(await giveBack(app, admin, skye, { amount: '2.00', leftPence: 570 }))).toBe('done')
  await app.work()
  expect(await titlesOf(app, mia)).toEqual(['Skye', 'Tide'])
  expect(await listAllSales(app, rosa)).toMatchObject([
    { state: 'transferred', artistPence: 325, refundedPence: 200 },
  ])
  expect((await readSummary(app, rosa)).earnedPence).toBe(325)
  expect(await moneyProblems(app)).toEqual([])
  expect(await previewOf(app, admin, skye)).toMatchObject({ refundedPence: 200, leftPence: 370 })
  expect(codeOf(await giveBack(app, admin, skye, { amount: '3.70', leftPence: 370 }))).toBe('done')
  await app.work()
  expect(await titlesOf(app, mia)).toEqual(['Tide'])
  expect(await receiptOf(app, mia)).toMatchObject({
    refundedPence: 570,
    refunds: [{ pence: 200 }, { pence: 370 }],
  })
  expect((await readSummary(app, rosa)).earnedPence).toBe(0)
  expect((await ledgerOf(app))['artist_receivable']).toBe(0)
  const taken = await app.db
    .selectFrom('reversals')
    .select('amount_pence')
    .orderBy('created_at')
    .execute()
  expect(taken.map(({ amount_pence: pence }) => pence)).toEqual([175, 325])
  expect(await moneyProblems(app)).toEqual([])
  expect(await previewOf(app, admin, skye)).toMatchObject({ leftPence: 0, refund: null })
})

test('a completed commission is given back in part, then wholly: the recording ends with the rest', async () => {
  const app = await emptyApp()
  const { mia, tom, admin, payForDelivery, approve } = await judgingFixture(app)
  const { id } = await payForDelivery()
  const held = { amount: '1.00', leftPence: 4420 }
  expect(codeOf(await giveBack(app, admin, id, held))).toBe('nothing_to_give_back')
  await approve(id)
  await app.work()
  expect((await previewOf(app, admin, id, '22.10')).refund).toMatchObject({
    artistPence: 2000,
    platformPence: 210,
    artistKeepsPence: 2000,
  })
  const rest = { amount: '22.10', leftPence: 2210 }
  expect(codeOf(await giveBack(app, admin, id, { ...rest, leftPence: 4420 }))).toBe('done')
  await app.work()
  expect(await listAllSales(app, tom)).toMatchObject([
    { state: 'transferred', artistPence: 2000, refundedPence: 2210 },
  ])
  expect(await moneyInvariants(app)).toEqual([])
  expect(await ownedDifferences(app)).toEqual([])
  expect(codeOf(await giveBack(app, admin, id, rest))).toBe('done')
  await app.work()
  expect(await titlesOf(app, mia)).toEqual([])
  expect(await listAllSales(app, tom)).toMatchObject([{ state: 'returned', refundedPence: 4420 }])
  const ended = await app.call(`GET /api/proxy/my-tracks/${id}/download`, { as: mia })
  expect(ended.statusCode).toBe(404)
  expect(await moneyProblems(app)).toEqual([])
  expect(await ownedDifferences(app)).toEqual([])
})

test('what cannot be given back is refused with its reason', async () => {
  const app = await emptyApp()
  const { mia, rosa, admin, skye, paymentId } = await openSold(app)
  const codes = async (wanted: { amount: string; leftPence: number }, as = admin) =>
    codeOf(await giveBack(app, as, skye, wanted))
  expect(await codes({ amount: '5.71', leftPence: 570 })).toBe('refund_out_of_range')
  expect(await codes({ amount: '0', leftPence: 570 })).toBe('refund_out_of_range')
  expect(await codes({ amount: '1.00', leftPence: 569 })).toBe('refunded_meanwhile')
  expect(await codes({ amount: 'all of it', leftPence: 570 })).toBe('invalid_input')
  const all = { amount: '5.70', leftPence: 570 }
  expect(await codes(all, mia)).toBe('not_allowed')
  expect(await codes(all, rosa)).toBe('not_allowed')
  const unknown = await giveBack(app, admin, paymentId, all)
  expect(codeOf(unknown)).toBe('not_found')
  await app.db
    .updateTable('users')
    .set({ role: 'admin', two_factor_enabled: true })
    .where('id', 'in', [mia.id, rosa.id])
    .execute()
  expect([await codes(all, mia), await codes(all, rosa)]).toEqual(['own_sale', 'own_sale'])
  const refund = { id: randomUUID(), payment_id: paymentId, amount_pence: 1, status: 'disputed' }
  await app.db
    .insertInto('refunds')
    .values({ ...refund, status: 'disputed', cause: 'paid_twice' })
    .execute()
  expect((await previewOf(app, admin, skye)).isDisputed).toBe(true)
  expect(await codes(all)).toBe('payment_disputed')
  expect(await app.db.selectFrom('refunds').select('id').execute()).toEqual([{ id: refund.id }])
})

test('with the track go its files in other formats and the mark of a buyer, and a part keeps them', async () => {
  const app = await emptyApp()
  const { artist, mia, id } = await openLibrary(app)
  const admin = await createAdmin(app)
  const line = await lineOf(app, id)
  await app.call(`POST /api/proxy/tracks/comment/${id}`, { as: mia, send: { comment: 'Lovely' } })
  const seen = async () => ({
    isMarked: (await app.call(`GET /api/proxy/tracks/${id}`)).json<TrackPage>().comments[0]
      ?.isVerifiedBuyer,
    original: (await app.call(`HEAD /api/proxy/tracks/download/${id}`, { as: mia })).statusCode,
    rendition: (await app.call(`GET ${renditionRoute(id)}`, { as: mia })).statusCode,
    bought: (await activityOf(app.db, 'purchases'))[id],
  })
  const owned = { isMarked: true, original: 200, rendition: 200, bought: 1 }
  expect(await seen()).toEqual(owned)
  const left = (await previewOf(app, admin, line)).leftPence
  await giveBack(app, admin, line, { amount: '0.10', leftPence: left })
  expect(await seen()).toEqual(owned)
  const amount = ((left - 10) / 100).toFixed(2)
  await giveBack(app, admin, line, { amount, leftPence: left - 10 })
  expect(await seen()).toEqual({ isMarked: false, original: 404, rendition: 404, bought: 0 })
  expect(await listAllSales(app, artist)).toMatchObject([{ state: 'returned' }])
})
