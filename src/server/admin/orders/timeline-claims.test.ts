// What is taken back from artists, and what customers claim, stands on the timeline of the payment, which its ids find.

import { expect, test } from 'vitest'
import type { ListedPayment, PaymentRecord } from '#contracts/admin/payments.ts'
import { createAdmin } from '../../../../tests/support/access/admin-user.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  sellTrack,
} from '../../../../tests/support/money/bank-disputes.ts'
import {
  createIndebted,
  createTransferred,
  giveBack,
  reversalsOf,
  sell,
  transferOf,
} from '../../../../tests/support/money/reversing.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const idsFound = async (app: TestApp, as: TestUser, query: string) => {
  const response = await app.call(`GET /api/proxy/admin/orders?${new URLSearchParams({ query })}`, {
    as,
  })
  return response.json<{ payments: ListedPayment[] }>().payments.map(({ id }) => id)
}

/** Of the timeline, without what is told of any payment. */
const stepsOf = async (app: TestApp, as: TestUser, id: string) => {
  const response = await app.call(`GET /api/proxy/admin/orders/${id}`, { as })
  const { timeline } = response.json<PaymentRecord>()
  return timeline.filter(({ step }) =>
    ['reversal', 'debt', 'dispute', 'request', 'transfer_netted'].some((of) => step.startsWith(of)),
  )
}

test('a debt stands on the timeline of its payment from the reversal to the decision, and what has paid it on that of the other', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const artist = await createIndebted(app, 500)
  const person = { id: artist.id, name: artist.username }
  const [{ id } = { id: '' }] = await reversalsOf(app, artist)
  const laterId = await sell(app, artist, 200)
  await app.work()
  for (const [decision, pence] of [
    ['ask', 300],
    ['write_off', 300],
  ] as const) {
    const send = { decision, pence, reason: 'You have stopped selling.', note: '' }
    const decided = await app.call(`POST /api/proxy/admin/debts/${id}/decide`, { as: admin, send })
    expect(decided.statusCode).toBe(200)
  }
  const [owing = ''] = await idsFound(app, admin, id)
  const row = { kind: 'reversal', id, status: 'written_off', cause: 'refund', isDebt: true }
  expect(await stepsOf(app, admin, owing)).toMatchObject([
    { step: 'reversal_owed', pence: 500, person, row },
    { step: 'debt_begun', pence: 500, person },
    { step: 'debt_netted', pence: 200, person, row },
    { step: 'debt_asked', pence: null, person },
    { step: 'debt_written_off', pence: 300, person },
  ])
  const { payment_id: later } = await transferOf(app, laterId)
  expect(later).not.toBe(owing)
  expect(await stepsOf(app, admin, later)).toMatchObject([
    { step: 'transfer_netted', pence: 200, person, row },
  ])
})

test('a reversal that was made is on the timeline, and its ids find the payment', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { artist, transferId } = await createTransferred(app)
  const other = await createTransferred(app)
  await giveBack(app, { transferId, pence: 120 })
  await giveBack(app, { transferId: other.transferId, pence: 110 })
  await app.work()
  const { id, provider_id: providerId } = await app.db
    .selectFrom('reversals')
    .select(['id', 'provider_id'])
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow()
  const { payment_id: paymentId } = await transferOf(app, transferId)
  expect(await stepsOf(app, admin, paymentId)).toMatchObject([
    { step: 'reversal_owed', pence: 120, row: { id, status: 'sent', isDebt: false } },
    { step: 'reversal_made', pence: 120, providerId, person: { id: artist.id } },
  ])
  expect(providerId).toMatch(/^trr_/)
  for (const name of [id, providerId ?? ''])
    expect([name, await idsFound(app, admin, name)]).toEqual([name, [paymentId]])
})

test('a bank dispute is on the timeline from its opening to its end, and its ids find the payment', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { charge, paymentId } = await sellTrack(app)
  await sellTrack(app)
  const providerId = await openDispute(app, charge)
  await checkCharge(app, charge)
  const { id } = await app.db.selectFrom('bank_disputes').select('id').executeTakeFirstOrThrow()
  const opened = { step: 'dispute_opened', pence: 570, providerId }
  const row = { kind: 'bank_dispute', id }
  expect(await stepsOf(app, admin, paymentId)).toMatchObject([
    { ...opened, row: { ...row, status: 'open' } },
  ])
  await decideDispute(app, providerId, 'lost')
  await checkCharge(app, charge)
  expect(await stepsOf(app, admin, paymentId)).toMatchObject([
    { ...opened, row: { ...row, status: 'lost' } },
    { step: 'dispute_lost', pence: 570, row: null },
  ])
  for (const name of [id, providerId])
    expect([name, await idsFound(app, admin, name)]).toEqual([name, [paymentId]])
})

test('a request for a refund and its answer are on the timeline, and its id finds the payment', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { mia, track, paymentId } = await sellTrack(app)
  await sellTrack(app)
  const asked = await app.call(`POST /api/proxy/my-tracks/${track.id}/refund-request`, {
    as: mia,
    send: { reason: 'wrong_key' },
  })
  expect(asked.statusCode).toBe(200)
  const { id } = await app.db.selectFrom('refund_requests').select('id').executeTakeFirstOrThrow()
  const made = { step: 'request_made', pence: 570 }
  const row = { kind: 'refund_request', id, reason: 'wrong_key' }
  expect(await stepsOf(app, admin, paymentId)).toMatchObject([
    { ...made, row: { ...row, status: 'open' } },
  ])
  const decided = await app.call(`POST /api/proxy/admin/refund-requests/${id}/decide`, {
    as: admin,
    send: { decision: 'decline', leftPence: 570, reason: 'It is in C.', note: '' },
  })
  expect(decided.statusCode).toBe(200)
  expect(await stepsOf(app, admin, paymentId)).toMatchObject([
    { ...made, row: { ...row, status: 'declined' } },
    { step: 'request_declined', row: null },
  ])
  expect(await idsFound(app, admin, id)).toEqual([paymentId])
})
