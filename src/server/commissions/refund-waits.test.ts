// Money of a commission that goes back while the platform's balance at the card provider does not cover it.

import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createPaid, giveUp, runJob } from '../../../tests/support/commissions/paying.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { deliver, ledgerOf, provider } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const paid = { stripe_pending: 4420 - 86, stripe_fees: 86, commission_held: 0 }

/** The balance has left to the bank; the artist then gives up. */
async function createWaiting(app: TestApp) {
  const created = await createPaid(app)
  await app.clock.move({ days: 3 })
  await app.sandbox.control('POST payout', {})
  await giveUp(app, created.id)
  await app.work()
  return created
}

const refundOf = (app: TestApp) =>
  app.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
const moneyOf = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call(`GET /api/commissions/${id}`, { as })).json().money
const toldOf = async (app: TestApp, as: TestUser) =>
  (await notificationsOf(app, as)).notifications.map(({ sentence }) => sentence).join('\n')

async function expectOwed(app: TestApp, mia: TestUser, id: string, status: string) {
  expect(await refundOf(app)).toMatchObject({ status, sent_at: null })
  expect(await ledgerOf(app)).toMatchObject({ ...paid, customer_payable: -4420 })
  expect(await moneyOf(app, mia, id)).toMatchObject({ refundPence: 4420, isRefunded: false })
  expect(await toldOf(app, mia)).not.toContain('sent back to your card')
  expect(await moneyProblems(app)).toEqual([])
}

async function expectBack(app: TestApp, mia: TestUser, id: string) {
  expect(await refundOf(app)).toMatchObject({ status: 'sent' })
  expect(await ledgerOf(app)).toMatchObject({ stripe_pending: -86, customer_payable: 0 })
  expect(await moneyOf(app, mia, id)).toMatchObject({ refundPence: 4420, isRefunded: true })
  expect(await toldOf(app, mia)).toContain('£44.20 for “Skylark” was sent back to your card.')
  expect(await moneyProblems(app)).toEqual([])
}

test.each(['events', 'reconciliation'] as const)(
  'a refund that the balance does not cover is pending, and the commission says that it is not back until there is money (by %s)',
  async (how) => {
    const app = await emptyApp()
    const { mia, id } = await createWaiting(app)
    await expectOwed(app, mia, id, 'pending')
    await app.clock.move({ days: 10 })
    await runJob(app, 'reconcile_payments')
    await expectOwed(app, mia, id, 'pending')

    await app.sandbox.control('POST topup', { pence: 4420 })
    if (how === 'events') {
      for (const event of (await provider(app).events.list({ type: 'refund.updated' })).data)
        await deliver(app, event)
      await app.work()
    } else {
      await app.clock.move({ minutes: 2 })
      await runJob(app, 'reconcile_payments')
    }
    await expectBack(app, mia, id)
    expect((await provider(app).refunds.list()).data).toHaveLength(1)
  },
)

test('a refund that waits for money too long fails at the provider, is owed again, and is made once there is money', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { mia, id } = await createWaiting(app)
  await app.clock.move({ days: 46 })
  await runJob(app, 'reconcile_payments')
  await expectOwed(app, mia, id, 'waiting')
  expect(await refundOf(app)).toMatchObject({
    returns: 1,
    last_problem: expect.stringContaining('insufficient_funds'),
  })
  await app.sandbox.control('POST topup', { pence: 4420 })
  await app.clock.move({ minutes: 2 })
  await app.letTimePass()
  await app.work()
  await expectBack(app, mia, id)
  expect(await toldOf(app, admin)).toBe('')
})
