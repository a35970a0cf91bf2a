// Money that the provider has moved, and no answer or event has told of: the comparison with the provider records it.

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import {
  approve,
  createAccepted,
  createPaid,
  giveUp,
  openPayment,
} from '../../../tests/support/commissions/paying.ts'
import { readStored } from '../../../tests/support/commissions/stored-commission.ts'
import { compareWithProvider as compare } from '../../../tests/support/money/compare-with-provider.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { failNextRequest, pay } from '../../../tests/support/shopping.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

test.each([
  ['waiting', sql`last_problem = null`],
  ['held', sql`status = 'blocked'`],
  ['given up', sql`status = 'failed', refusals = 19`],
])(
  'a transfer whose answer was lost while its row is %s is recorded, and not made again',
  async (_what, change) => {
    await using app = await createTestApp()
    const { id, paymentId } = await createPaid(app)
    for (let times = 0; times < 2; times++) await failNextRequest(app, '500', '/v1/transfers')
    await approve(app, id)
    await app.work()
    expect(await readStored(app, id)).toMatchObject({ status: 'cron_pending' })
    await sql`update transfers set ${change} where payment_id = ${paymentId}`.execute(app.db)
    await removeJobs(app.db)
    await app.clock.move({ minutes: 11 })
    expect(await compare(app)).toEqual([])
    expect(await readStored(app, id)).toMatchObject({ status: 'completed' })
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('a refund whose answer was lost is recorded, and not made again', async () => {
  await using app = await createTestApp()
  const { id } = await createPaid(app)
  for (let times = 0; times < 2; times++) await failNextRequest(app, '500', '/v1/refunds')
  await giveUp(app, id)
  await app.work()
  const waiting = () =>
    app.db.selectFrom('refunds').select('id').where('status', '=', 'waiting').execute()
  expect(await waiting()).toHaveLength(1)
  await removeJobs(app.db)
  await app.clock.move({ minutes: 11 })
  expect(await compare(app)).toEqual([])
  expect(await waiting()).toEqual([])
  expect(await moneyProblems(app)).toEqual([])
})

test('a payment that was given up here and paid there is recorded, though no event told of it', async () => {
  await using app = await createTestApp()
  const { mia, id } = await createAccepted(app)
  const { url, paymentId } = await openPayment(app, mia, id)
  await app.db.updateTable('payments').set({ status: 'expired' }).execute()
  await pay(url)
  await app.clock.move({ minutes: 11 })
  expect(await compare(app)).toEqual([])
  expect(await readStored(app, id)).toMatchObject({ status: 'in_progress', payment_id: paymentId })
  expect(await moneyProblems(app)).toEqual([])
})

test('a payment whose fee the provider does not know yet is found, and hides nothing else', async () => {
  await using app = await createTestApp()
  const completed = await createPaid(app)
  await approve(app, completed.id)
  await app.work()
  const { mia, id } = await createAccepted(app)
  const { url } = await openPayment(app, mia, id)
  await pay(url)
  const { findCheckout } = app.payments
  vi.spyOn(app.payments, 'findCheckout').mockImplementation(async (sessionId) => ({
    ...(await findCheckout(sessionId)),
    charge: null,
  }))
  const wrong = await app.db
    .updateTable('transfers')
    .set({ amount_pence: 3999 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.clock.move({ minutes: 11 })
  expect(await compare(app)).toEqual([
    expect.stringContaining('charge_without_payment: ch_'),
    `transfer_not_at_provider: ${wrong.id}`,
  ])
})
