import { expect, test, vi } from 'vitest'
import { PaymentRefused } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createPaid } from '../../../tests/support/commissions/paying.ts'
import { addedPence as added, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { giveBack, openSold } from '../../../tests/support/money/giving-back.ts'
import { createDifference } from '../../../tests/support/money/stored-differences.ts'
import { createSeller } from '../../../tests/support/payouts/bank-payouts.ts'
import { moneyOf, reserve } from '../../../tests/support/payouts/platform-payouts.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { provider } from '../../../tests/support/shopping.ts'

const emptyApp = emptiedTestApp()

test('admins read whose the balance is, and it is what the provider says', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  await createSeller(app, 500)
  await createPaid(app)
  await app.work()
  await readBalance(app)
  const { balance, offeredPence, payouts } = await moneyOf(app, admin)
  const { available, pending } = await provider(app).balance.retrieve()
  expect(balance.balancePence).toBe((available[0]?.amount ?? 0) + (pending[0]?.amount ?? 0))
  // Of the track 70p less 29p stay, of the commission nothing is earned, and its fee is lost.
  expect(balance).toMatchObject({
    heldPence: 4420,
    artistsPence: 0,
    customersPence: 0,
    reservePence: reserve,
    earnedPence: added + 70 - 29 - 86 - reserve,
  })
  expect([offeredPence, payouts]).toEqual([added + 70 - 29 - 86 - reserve, []])

  // The sums of closed days and what was booked since are the same.
  await app.clock.move({ days: 2 })
  await addJob(app.db, 'close_ledger_days', {})
  await app.work()
  expect((await moneyOf(app, admin)).balance).toEqual(balance)
  await createSeller(app, 500)
  await readBalance(app)
  expect((await moneyOf(app, admin)).balance.balancePence).toBe(balance.balancePence + 41)
})

test('admins read how many differences are open, and the age of the oldest in days', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const open = async () => (await moneyOf(app, admin)).openDifferences
  expect(await open()).toEqual({ count: 0, oldestDays: null })
  const first = await createDifference(app, { subject: 'ch_1' })
  await app.clock.move({ days: 2 })
  await createDifference(app, { subject: 'ch_2' })
  expect(await open()).toEqual({ count: 2, oldestDays: 2 })
  const send = { status: 'explained', note: 'A rounding of the bank.' }
  await app.call(`POST /api/proxy/admin/differences/${first}/end`, { as: admin, send })
  expect((await open()).count).toBe(1)
})

test('money of others that has waited for 60 days is listed, with the day that has come', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { id } = await createPaid(app)
  const { artist } = await createSeller(app)
  await app.db.updateTable('transfers').set({ status: 'blocked', provider_id: null }).execute()
  const agedOf = async () =>
    (await moneyOf(app, admin)).aged.map(({ kind, pence, day }) => [kind, pence, day])
  expect(await agedOf()).toEqual([])
  await app.clock.move({ days: 61 })
  const { aged, agedCount } = await moneyOf(app, admin)
  expect(aged).toMatchObject([
    { kind: 'commission', id, pence: 4420, day: 60 },
    { kind: 'transfer', name: artist.username, pence: 500, day: 60 },
  ])
  expect(agedCount).toBe(2)
  await app.clock.move({ days: 15 })
  expect((await agedOf()).map(([, , day]) => day)).toEqual([75, 75])
  await app.clock.move({ days: 10 })
  expect((await agedOf()).map(([, , day]) => day)).toEqual([85, 85])
})

test('a refund that cannot be made is listed, too, once its payment was 60 days ago', async () => {
  const app = await emptyApp()
  const { admin, skye, mia } = await openSold(app)
  const refusal = new PaymentRefused('resource_missing', 'Not now.')
  const send = vi.spyOn(app.payments, 'sendRefund').mockRejectedValue(refusal)
  await giveBack(app, admin, skye, { amount: '5.70', leftPence: 570 })
  await app.work()
  await app.clock.move({ days: 59 })
  expect((await moneyOf(app, admin)).aged).toEqual([])
  await app.clock.move({ days: 1 })
  const owed = { kind: 'refund', name: mia.username, pence: 570, day: 60 }
  expect((await moneyOf(app, admin)).aged).toMatchObject([owed])
  send.mockRestore()
})
