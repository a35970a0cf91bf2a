// Where the card provider does not make what is given back, because of its age or a closed card, a person pays and settles it.

import { expect, test, vi } from 'vitest'
import type { UnmadeRefund } from '#contracts/admin/refund-requests.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { PaymentRefused } from '#server/gateways/payments/payments.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { createPaid, giveUp } from '../../../tests/support/commissions/paying.ts'
import { giveBack, openSold } from '../../../tests/support/money/giving-back.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf } from '../../../tests/support/shopping.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()
const all = { amount: '5.70', leftPence: 570 }

const unmade = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/admin/refunds', { as })).json<{ refunds: UnmadeRefund[] }>()
    .refunds

async function settle(app: TestApp, as: TestUser, id: string | undefined) {
  const send = { reference: 'FPS 17', note: 'Paid to the account that Mia has named.' }
  return codeOf(await app.call(`POST /api/proxy/admin/refunds/${id}/settle`, { as, send }))
}

test('the provider is asked whatever the age; what it refuses after 180 days is settled by a person', async () => {
  const app = await emptyApp()
  const { admin, skye, tide } = await openSold(app)
  const refusal = new PaymentRefused('charge_too_old', 'The charge is too old.')
  const send = vi.spyOn(app.payments, 'sendRefund').mockRejectedValue(refusal)
  await app.clock.move({ days: 179 })
  await giveBack(app, admin, tide, { amount: '3.50', leftPence: 350 })
  await app.work()
  expect(await unmade(app, admin)).toMatchObject([{ status: 'waiting', title: 'Tide' }])
  await app.clock.move({ days: 1 })
  await giveBack(app, admin, skye, all)
  await app.work()
  const [, late] = await unmade(app, admin)
  expect(late).toMatchObject({
    status: 'failed',
    title: 'Skye',
    problem: 'The card provider refuses a refund so long after the payment.',
    dueAt: null,
  })
  expect(send).toHaveBeenCalledTimes(2)
  expect((await notificationsOf(app, admin)).notifications[0]).toMatchObject({
    kind: 'payment_alarm',
    addition: expect.stringContaining('Pay the £5.70 in another way'),
  })
  expect(await settle(app, admin, late?.id)).toBe('done')
  expect((await ledgerOf(app))['paid_outside']).toBe(-570)
  send.mockRestore()
})

test('what the app owes by itself, as for a cancelled commission, is not tried for ever either', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { id } = await createPaid(app)
  const refusal = new PaymentRefused('charge_too_old', 'The charge is too old.')
  const send = vi.spyOn(app.payments, 'sendRefund').mockRejectedValue(refusal)
  await giveUp(app, id)
  await app.work()
  expect(await unmade(app, admin)).toMatchObject([{ status: 'waiting' }])
  await app.clock.move({ days: 180 })
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
  expect(await unmade(app, admin)).toMatchObject([{ status: 'failed', dueAt: null }])
  send.mockRestore()
})

test('an old payment that the provider still gives back needs nobody', async () => {
  const app = await emptyApp()
  const { admin, skye } = await openSold(app)
  await app.clock.move({ days: 300 })
  await giveBack(app, admin, skye, all)
  await app.work()
  expect(await unmade(app, admin)).toEqual([])
  expect(await moneyProblems(app)).toEqual([])
})

test('a refund to a closed card is not tried again: a person settles it', async () => {
  const app = await emptyApp()
  const { admin, skye, mia } = await openSold(app)
  await giveBack(app, admin, skye, all)
  await app.work()
  const { provider_id: refund } = await app.db
    .selectFrom('refunds')
    .select('provider_id')
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST refund', { refund, outcome: 'failed' })
  const { id: refundId } = await app.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await app.clock.move({ days: 2 })
  await addJob(app.db, 'check_refund', { refundId })
  await app.work()
  const [failed] = await unmade(app, admin)
  expect(failed).toMatchObject({ status: 'failed', customer: { id: mia.id } })
  expect(failed?.problem).toContain('expired_or_canceled_card')
  expect(await settle(app, admin, failed?.id)).toBe('done')
  expect(await unmade(app, admin)).toEqual([])
  expect(await moneyProblems(app)).toEqual([])
})

test('of a refund that was cancelled at the provider the admins are told, each time', async () => {
  const app = await emptyApp()
  const { admin, skye } = await openSold(app)
  await giveBack(app, admin, skye, all)
  await app.work()
  const alarms = async () =>
    (await notificationsOf(app, admin)).notifications.filter(({ kind }) => kind === 'payment_alarm')
  for (const times of [1, 2]) {
    const { id, provider_id: refund } = await app.db
      .selectFrom('refunds')
      .select(['id', 'provider_id'])
      .executeTakeFirstOrThrow()
    await app.sandbox.control('POST refund', { refund, outcome: 'canceled' })
    await app.clock.move({ days: 2 })
    await addJob(app.db, 'check_refund', { refundId: id })
    await app.work()
    const told = await alarms()
    expect(told).toHaveLength(times)
    expect(told[0]?.addition).toMatch(
      /Try it again, or pay the £5.70 in another way, and settle the refund.$/,
    )
    const send = { why: 'It was a mistake.' }
    const path = `/api/proxy/admin/refunds/${id}/retry`
    expect(codeOf(await app.call(`POST ${path}`, { as: admin, send }))).toBe('done')
    await app.work()
  }
})
