// Accounts whose payment a bank decides about, or goes back.

import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { remove } from '../../../tests/support/accounts/own-data.ts'
import { createPaid } from '../../../tests/support/commissions/paying.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  sellTrack,
} from '../../../tests/support/money/bank-disputes.ts'
import { giveBack, openSold } from '../../../tests/support/money/giving-back.ts'
import { createForgiven, disputeCharge } from '../../../tests/support/money/disputed-sale.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { provider } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const mattersOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/account/deletion', { as })).json<{ openMatters: string[] }>()
    .openMatters

test.each(['lost', 'won'] as const)(
  'customer and artist are not deleted while the bank decides, and are once the dispute is %s',
  async (outcome) => {
    const app = await emptyApp()
    const { artist, mia, charge } = await sellTrack(app)
    const { dispute } = await disputeCharge(app, charge)
    for (const user of [mia, artist]) {
      expect(await mattersOf(app, user)).toEqual(['A payment is disputed at the bank.'])
      expect(codeOf(await remove(app, user))).toBe('account_in_use')
    }
    await decideDispute(app, dispute, outcome)
    await checkCharge(app, charge)
    await app.work()
    for (const user of [mia, artist]) {
      expect(await mattersOf(app, user)).toEqual([])
      expect(codeOf(await remove(app, user))).toBe('done')
    }
  },
)

test('the parties of a commission are not deleted either', async () => {
  const app = await emptyApp()
  const { mia, tom, paymentId } = await createPaid(app)
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await openDispute(app, charge ?? '')
  await checkCharge(app, charge ?? '')
  for (const user of [mia, tom])
    expect(await mattersOf(app, user)).toContain('A payment is disputed at the bank.')
})

test('an artist whose sale is given back is not deleted before the share is taken back', async () => {
  const app = await emptyApp()
  const { artist, saleId } = await sellTrack(app)
  const admin = await createAdmin(app)
  await giveBack(app, admin, saleId, { amount: '5.70', leftPence: 570 })
  expect(await mattersOf(app, artist)).toEqual([
    '£5.00 from your sales goes back to customers, and is taken back from you then.',
  ])
  expect(codeOf(await remove(app, artist))).toBe('account_in_use')
  await app.work()
  expect(await mattersOf(app, artist)).toEqual([])
  expect(codeOf(await remove(app, artist))).toBe('done')
})

test('an artist is deleted while a refund has come back whose share the platform bears', async () => {
  await using app = await createTestApp({ disputesChargedTo: 'artist' })
  const { artist, admin, saleId, charge } = await createForgiven(app)
  await giveBack(app, admin, saleId, { amount: '5.70', leftPence: 570 })
  await app.work()
  const { provider_id: refund } = await app.db
    .selectFrom('refunds')
    .select('provider_id')
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST refund', { refund: refund ?? '', outcome: 'failed' })
  await checkCharge(app, charge)
  const refunds = app.db.selectFrom('refunds').select(['status', 'returns'])
  expect(await refunds.execute()).toEqual([{ status: 'failed', returns: 1 }])
  expect(await mattersOf(app, artist)).toEqual([])
  expect(codeOf(await remove(app, artist))).toBe('done')
})

test('an artist is not deleted before an admin has said what a refund by hand was for', async () => {
  const app = await emptyApp()
  const { rosa, tom, mia, admin, skye } = await openSold(app)
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .executeTakeFirstOrThrow()
  const made = await provider(app).refunds.create({ charge: charge ?? '', amount: 200 })
  await checkCharge(app, charge ?? '')
  for (const artist of [rosa, tom]) {
    expect(await mattersOf(app, artist)).toEqual([
      'Money of your sales was moved at the card provider: we have to find out what for first.',
    ])
    expect(codeOf(await remove(app, artist))).toBe('account_in_use')
  }
  expect(await mattersOf(app, mia)).toEqual([])
  const send = { division: `${skye}=2.00`, leftPence: 920, reason: 'As agreed.', note: 'By Ada.' }
  const route = `POST /api/proxy/admin/found-refunds/${made.id}/assign`
  expect(codeOf(await app.call(route, { as: admin, send }))).toBe('done')
  await app.work()
  for (const artist of [rosa, tom]) expect(await mattersOf(app, artist)).toEqual([])
})
