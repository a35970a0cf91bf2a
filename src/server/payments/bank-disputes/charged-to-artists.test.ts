// What artists bear of lost disputes, where the operator says so.

import { expect, test } from 'vitest'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  reconcile,
  sellTrack,
} from '../../../../tests/support/money/bank-disputes.ts'
import { createForgiven } from '../../../../tests/support/money/disputed-sale.ts'
import { giveBack, openSold, previewOf } from '../../../../tests/support/money/giving-back.ts'
import { expectSameBalance, readBalance } from '../../../../tests/support/money/provider-balance.ts'
import { notificationsOf } from '../../../../tests/support/notifications/notifications.ts'
import { moneyProblems } from '../../../../tests/support/money/money-problems.ts'
import { removeJobs } from '../../../../tests/support/queued-jobs.ts'
import { ledgerOf } from '../../../../tests/support/shopping.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../../tests/support/test-app.ts'

const theDispute = (app: TestApp) =>
  app.db.selectFrom('bank_disputes').selectAll().executeTakeFirstOrThrow()

const theTransfer = (app: TestApp) =>
  app.db.selectFrom('transfers').selectAll().executeTakeFirstOrThrow()

const told = async (app: TestApp, as: TestUser) =>
  (await notificationsOf(app, as)).notifications.map(
    ({ sentence, addition }) => `${sentence} ${addition}`,
  )

test('where artists bear lost disputes, the share is taken back once, and paid again if the bank changes its mind', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { artist, charge } = await sellTrack(app, { card: '4000000000000077' })
  const dispute = await openDispute(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  await checkCharge(app, charge)
  expect(await theDispute(app)).toMatchObject({ status: 'lost', lost_pence: 70 })
  const reversals = app.db.selectFrom('reversals').select(['amount_pence', 'status', 'cause_kind'])
  expect(await reversals.execute()).toEqual([
    { amount_pence: 500, status: 'sent', cause_kind: 'dispute' },
  ])
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ losses: 70, disputed: 0, [artist.id]: 0 })
  expect(await told(app, artist)).toContainEqual(expect.stringMatching(/we take your share back/))
  await expectSameBalance(app)
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  await checkCharge(app, charge)
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ losses: 0, disputed: 0, [artist.id]: 0 })
  const transfers = app.db.selectFrom('transfers').select(['amount_pence', 'status', 'is_again'])
  expect(await transfers.orderBy('created_at').execute()).toEqual([
    { amount_pence: 500, status: 'sent', is_again: false },
    { amount_pence: 500, status: 'sent', is_again: true },
  ])
  await expectSameBalance(app)
})

test('a sale that is refunded after a dispute was lost and won takes back what was sent again', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { artist, charge, saleId } = await sellTrack(app, { card: '4000000000000077' })
  const dispute = await openDispute(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  const admin = await createAdmin(app)
  const refunded = await giveBack(app, admin, saleId, { amount: '5.70', leftPence: 570 })
  expect(codeOf(refunded)).toBe('done')
  await app.work()
  const reversals = app.db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['reversals.amount_pence', 'reversals.status', 'cause_kind', 'is_again'])
    .orderBy('reversals.created_at')
  expect(await reversals.execute()).toEqual([
    { amount_pence: 500, status: 'sent', cause_kind: 'dispute', is_again: false },
    { amount_pence: 500, status: 'sent', cause_kind: 'refund', is_again: true },
  ])
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [artist.id]: 0 })
  await expectSameBalance(app)
})

test('where artists bear lost disputes, a transfer that waited is not sent', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { artist, charge } = await sellTrack(app, { isSent: false })
  const dispute = await openDispute(app, charge)
  await checkCharge(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  await reconcile(app)
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ losses: 70, disputed: 0, [artist.id]: 0 })
  expect((await theTransfer(app)).provider_id).toBeNull()
  await expectSameBalance(app)
})

test('what an artist bears is computed from what refunds have left of the payment', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { rosa, tom, admin, skye, tide } = await openSold(app)
  await removeJobs(app.db, 'make_rendition')
  await giveBack(app, admin, tide, { amount: '3.50', leftPence: 350 })
  await giveBack(app, admin, skye, { amount: '1.00', leftPence: 570 })
  await app.work()
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .executeTakeFirstOrThrow()
  const dispute = await openDispute(app, charge ?? '', { amountPence: 470 })
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge ?? '')
  const taken = app.db
    .selectFrom('reversals')
    .select(['artist_id', 'amount_pence', 'cause_kind'])
    .orderBy('created_at')
    .orderBy('amount_pence', 'desc')
  // Of Rosa 87p of £5.00 went back with the pound.
  expect(await taken.execute()).toEqual([
    { artist_id: tom.id, amount_pence: 300, cause_kind: 'refund' },
    { artist_id: rosa.id, amount_pence: 87, cause_kind: 'refund' },
    { artist_id: rosa.id, amount_pence: 413, cause_kind: 'dispute' },
  ])
  expect(await theDispute(app)).toMatchObject({ lost_pence: 57 })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ losses: 57, disputed: 0, artist_receivable: 0 })
  await expectSameBalance(app)
})

test('a share that was sent again after a dispute that was won is taken back by the next one', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { charge } = await sellTrack(app, { card: '4000000000000077' })
  const dispute = await openDispute(app, charge)
  for (const outcome of ['lost', 'won'] as const) {
    await decideDispute(app, dispute, outcome)
    await checkCharge(app, charge)
  }
  await decideDispute(app, await openDispute(app, charge), 'lost')
  await checkCharge(app, charge)
  const reversals = app.db
    .selectFrom('reversals')
    .innerJoin('transfers', 'transfers.id', 'transfer_id')
    .select(['reversals.amount_pence', 'reversals.status', 'is_again'])
    .orderBy('reversals.created_at')
  expect(await reversals.execute()).toEqual([
    { amount_pence: 500, status: 'sent', is_again: false },
    { amount_pence: 500, status: 'sent', is_again: true },
  ])
  await readBalance(app)
  await expectSameBalance(app)
})

test('a refund that comes back and is made again takes its share once, also if more was sent meanwhile', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { artist, charge, saleId } = await sellTrack(app, { card: '4000000000000077' })
  const admin = await createAdmin(app)
  await giveBack(app, admin, saleId, { amount: '1.00', leftPence: 570 })
  await app.work()
  const dispute = await openDispute(app, charge, { amountPence: 470 })
  for (const outcome of ['lost', 'won'] as const) {
    await decideDispute(app, dispute, outcome)
    await checkCharge(app, charge)
  }
  const refund = await app.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
  const returned = { refund: refund.provider_id ?? '', outcome: 'failed' } as const
  await app.sandbox.control('POST refund', returned)
  await checkCharge(app, charge)
  const retried = { as: admin, send: { why: 'The customer has a new card.' } }
  await app.call(`POST /api/proxy/admin/refunds/${refund.id}/retry`, retried)
  await app.work()
  const made = app.db.selectFrom('refunds').select(['status', 'returns'])
  expect(await made.execute()).toEqual([{ status: 'sent', returns: 1 }])
  const reversals = app.db
    .selectFrom('reversals')
    .select(['amount_pence', 'cause_kind'])
    .orderBy('created_at')
  expect(await reversals.execute()).toEqual([
    { amount_pence: 87, cause_kind: 'refund' },
    { amount_pence: 413, cause_kind: 'dispute' },
  ])
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ artist_receivable: 0, [artist.id]: 0 })
  await expectSameBalance(app)
})

test('what was written off of a lost dispute is the platform’s also if the dispute is won and the sale is refunded', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { artist, saleId, admin } = await createForgiven(app)
  expect(await ledgerOf(app)).toMatchObject({ losses: 0, artist_receivable: 0, [artist.id]: 0 })
  const { refund } = await previewOf(app, admin, saleId)
  expect(refund).toMatchObject({ pence: 570, artistPence: 0, platformPence: 570 })
  const before = await ledgerOf(app)
  const refunded = await giveBack(app, admin, saleId, { amount: '5.70', leftPence: 570 })
  expect(codeOf(refunded)).toBe('done')
  await app.work()
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ losses: 500, artist_receivable: 0, [artist.id]: 0 })
  const after = await ledgerOf(app)
  // The refund itself has left the balance meanwhile.
  const previewed = refund?.postings.filter(({ account }) => account !== 'customer_payable')
  for (const { account, pence } of previewed ?? [])
    expect([account, (after[account] ?? 0) - (before[account] ?? 0)]).toEqual([account, pence])
  expect(await told(app, artist)).toContainEqual(
    expect.stringMatching(/gets money back, £0.00 of it from your part/),
  )
  expect(await moneyProblems(app)).toEqual([])
  await expectSameBalance(app)
})
