// A checkout that is complete while its money is not there yet: some payment methods take days, and can fail.

import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  askToPay,
  createAccepted,
  loseOpenPayment,
  openPayment,
  receiveEvents,
  runJob,
} from '../../../tests/support/commissions/paying.ts'
import { readStored, timelineOf } from '../../../tests/support/commissions/stored-commission.ts'
import { pay } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const confirmedLater = '4000000000001091'
const failsLater = '4000000000001109'
type Way = 'events' | 'reconciliation'
const ways = ['events', 'reconciliation'] as const

async function hear(app: TestApp, sessionId: string, how: Way = 'reconciliation') {
  if (how === 'events') await receiveEvents(app, sessionId)
  else await runJob(app, 'reconcile_payments')
}

/** The provider decides before its usual three days are over. */
const decide = (app: TestApp, session: string, outcome: 'succeeded' | 'failed') =>
  app.sandbox.control('POST payment', { session, outcome })

async function createConfirming(app: TestApp, card = confirmedLater, how: Way = 'reconciliation') {
  const accepted = await createAccepted(app)
  const payment = await openPayment(app, accepted.mia, accepted.id)
  await pay(payment.url, card)
  await hear(app, payment.sessionId, how)
  return { ...accepted, ...payment }
}

const statusOf = async (app: TestApp, paymentId: string) =>
  (
    await app.db
      .selectFrom('payments')
      .select('status')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
  ).status

test.each(ways)(
  'a checkout that is complete and not paid yet is confirming, and its commission accepted (by %s)',
  async (how) => {
    const app = await emptyApp()
    const { mia, id, paymentId, sessionId } = await createConfirming(app, confirmedLater, how)
    expect(await statusOf(app, paymentId)).toBe('confirming')
    expect(await readStored(app, id)).toMatchObject({ status: 'accepted', payment_id: null })
    expect((await askToPay(app, mia, id)).json()).toMatchObject({ code: 'commission_moved' })
    const send = { commissionId: id }
    const ended = await app.call('POST /api/commission/terminate-before-payment', { as: mia, send })
    expect(ended.json()).toMatchObject({ code: 'commission_paid' })
    await hear(app, sessionId, how)
    expect((await timelineOf(app, id)).map(({ step }) => step)).toEqual(['checkOut', 'confirm'])
    expect(await moneyProblems(app)).toEqual([])
  },
)

test.each(ways)(
  'money that comes in days later pays the commission, also after its time to pay (by %s)',
  async (how) => {
    const app = await emptyApp()
    const { id, sessionId, paymentId } = await createConfirming(app)
    await app.clock.move({ days: 4 })
    await runJob(app, 'close_unavailable_checkouts')
    await runJob(app, 'apply_commission_deadlines')
    expect(await readStored(app, id)).toMatchObject({ status: 'accepted' })
    await hear(app, sessionId, how)
    expect(await readStored(app, id)).toMatchObject({
      status: 'in_progress',
      payment_id: paymentId,
    })
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('what was paid while it was frozen has stood still since then: its deadlines move by that time only', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { id, sessionId } = await createConfirming(app)
  const change = async (name: 'freeze' | 'unfreeze') => {
    const send = { reason: 'We look into it.' }
    const path = `POST /api/proxy/admin/commissions/${id}/${name}`
    expect((await app.call(path, { as: admin, send })).statusCode).toBe(200)
  }
  await change('freeze')
  await app.clock.move({ days: 2 })
  await decide(app, sessionId, 'succeeded')
  await hear(app, sessionId)
  const paid = await readStored(app, id)
  expect(paid).toMatchObject({ status: 'in_progress', frozen_by: 'admin' })
  await app.clock.move({ days: 2 })
  await change('unfreeze')
  const thawed = await readStored(app, id)
  const stoodStill = Number(thawed.updated_at) - Number(paid.paid_at)
  const later = (moment: Date | null) => new Date(Number(moment) + stoodStill)
  expect(thawed).toMatchObject({ due_at: later(paid.due_at), end_at: later(paid.end_at) })
  expect(stoodStill).toBeLessThan(3 * 24 * 3_600_000)
})

test.each(ways)('money that does not come in lets the customer pay again (by %s)', async (how) => {
  const app = await emptyApp()
  const { mia, id, sessionId, paymentId } = await createConfirming(app)
  await decide(app, sessionId, 'failed')
  await hear(app, sessionId, how)
  expect(await statusOf(app, paymentId)).toBe('failed')
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
  const again = await openPayment(app, mia, id)
  expect(again.paymentId).not.toBe(paymentId)
  expect(await moneyProblems(app)).toEqual([])
})

test('a payment that fails ends an admin’s freeze, and both parties are told that it goes on', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { mia, tom, id, sessionId } = await createConfirming(app)
  const send = { reason: 'We look into it.' }
  await app.call(`POST /api/proxy/admin/commissions/${id}/freeze`, { as: admin, send })
  await decide(app, sessionId, 'failed')
  await hear(app, sessionId)
  expect(await readStored(app, id)).toMatchObject({ status: 'requested', frozen_at: null })
  expect((await timelineOf(app, id)).slice(-2)).toMatchObject([
    { step: 'thaw', actor: 'system', to_status: 'accepted' },
    { step: 'fail', actor: 'provider', to_status: 'requested' },
  ])
  for (const party of [mia, tom]) {
    const list = await app.call('GET /api/notifications', { as: party })
    expect(list.body).toContain('goes on.')
  }
})

test.each([
  ['after its time to pay', 'payment_expired'],
  ['with a banned party', 'party_banned'],
] as const)('money that does not come in %s ends the commission', async (how, reason) => {
  const app = await emptyApp()
  const { tom, id, sessionId } = await createConfirming(app, failsLater)
  if (how === 'after its time to pay') {
    await app.clock.move({ days: 4 })
  } else {
    await app.db.updateTable('users').set({ banned: true }).where('id', '=', tom.id).execute()
    await decide(app, sessionId, 'failed')
  }
  await hear(app, sessionId)
  expect(await readStored(app, id)).toMatchObject({ status: 'cancelled', status_reason: reason })
})

test('what was never confirmed, and fails at once, changes nothing but its payment', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const { url, sessionId, paymentId } = await openPayment(app, mia, id)
  await pay(url, failsLater)
  await decide(app, sessionId, 'failed')
  await hear(app, sessionId)
  expect(await statusOf(app, paymentId)).toBe('failed')
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
  expect((await timelineOf(app, id)).map(({ step }) => step)).toEqual(['checkOut'])
})

test('while two payments are being confirmed, the end of one does not end the wait for the other', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const first = await openPayment(app, mia, id)
  await loseOpenPayment(app, id)
  const second = await openPayment(app, mia, id)
  for (const { url, sessionId } of [first, second]) {
    await pay(url, confirmedLater)
    await hear(app, sessionId, 'events')
  }
  const fail = async ({ sessionId }: typeof first) => {
    await decide(app, sessionId, 'failed')
    await hear(app, sessionId)
    return (await readStored(app, id)).status
  }
  expect((await readStored(app, id)).status).toBe('accepted')
  expect(await fail(first)).toBe('accepted')
  expect(await fail(second)).toBe('requested')
})

test('of two payments that were confirmed and both come in, the second goes back', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const first = await openPayment(app, mia, id)
  await loseOpenPayment(app, id)
  const second = await openPayment(app, mia, id)
  for (const { url, sessionId } of [first, second]) {
    await pay(url, confirmedLater)
    await hear(app, sessionId, 'events')
  }
  for (const { sessionId } of [second, first]) {
    await decide(app, sessionId, 'succeeded')
    await hear(app, sessionId, 'events')
  }
  expect(await readStored(app, id)).toMatchObject({
    status: 'in_progress',
    payment_id: second.paymentId,
  })
  const refunds = app.db.selectFrom('refunds').select(['payment_id', 'amount_pence', 'status'])
  expect(await refunds.execute()).toEqual([
    { payment_id: first.paymentId, amount_pence: 4420, status: 'sent' },
  ])
  expect(await moneyProblems(app)).toEqual([])
})
