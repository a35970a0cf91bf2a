// A refund and a bank dispute of one charge meet: the customer gets no penny twice, whichever comes first.

import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import {
  checkCharge,
  decideDispute,
  openDispute,
  reconcile,
  sellTrack,
} from '../../../tests/support/money/bank-disputes.ts'
import { giveBack } from '../../../tests/support/money/giving-back.ts'
import { moneyInvariants } from '../../../tests/support/money/invariant-problems.ts'
import {
  expectBookedBalance,
  expectSameBalance,
  readBalance,
} from '../../../tests/support/money/provider-balance.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { ledgerOf, provider } from '../../../tests/support/shopping.ts'
import type { TestApp, TestUser } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const all = { amount: '5.70', leftPence: 570 }

/** What the customer has got by the provider: refunded, or by a dispute. */
async function givenBack(app: TestApp): Promise<number> {
  const { objects } = (await app.sandbox.control('GET snapshot')) as {
    objects: {
      refund: { amount: number; status: string }[]
      dispute: { amount: number; status: string }[]
    }
  }
  const pence = (some: { amount: number }[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  return (
    pence(objects.refund.filter(({ status }) => status !== 'failed' && status !== 'canceled')) +
    pence(objects.dispute.filter(({ status }) => status !== 'won'))
  )
}

async function expectOnce(app: TestApp): Promise<void> {
  await reconcile(app)
  await readBalance(app)
  expect(await givenBack(app)).toBe(570)
  await expectSameBalance(app)
}

test.each([
  'before the customer disputes the payment',
  'before the app hears of a dispute',
  'while the app hears of a dispute',
])('of a hundred refunds %s, none is made beside it', async (when) => {
  const app = await emptyApp()
  const { charge, saleId } = await sellTrack(app)
  const admins = [await createAdmin(app), await createAdmin(app)] as const
  const giveAllBack = () =>
    Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        giveBack(app, admins[at % 2 === 0 ? 0 : 1], saleId, all),
      ),
    )
  const isFirst = when === 'before the customer disputes the payment'
  const earlier = isFirst ? await giveAllBack() : []
  const dispute = await openDispute(app, charge)
  const answers = isFirst ? Promise.resolve(earlier) : giveAllBack()
  if (when === 'while the app hears of a dispute') {
    await addJob(app.db, 'check_charge', { chargeId: charge })
    await app.work()
  }
  const codes = (await answers).map(codeOf)
  const done = codes.filter((code) => code === 'done')
  // Before the dispute one is accepted; while it is told of, perhaps none.
  expect(isFirst ? [1] : [0, 1]).toContain(done.length)
  await app.work()
  await checkCharge(app, charge)
  expect((await provider(app).refunds.list()).data).toEqual([])
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  await expectOnce(app)
})

test('a refund that was ordered before the bank decided for the customer is paid by the dispute, and one before it decided for us is made', async () => {
  for (const outcome of ['lost', 'won'] as const) {
    const app = await emptyApp()
    const { charge, saleId } = await sellTrack(app)
    const admin = await createAdmin(app)
    const dispute = await openDispute(app, charge)
    expect(codeOf(await giveBack(app, admin, saleId, all))).toBe('done')
    await Promise.all([app.work(), app.work()])
    await decideDispute(app, dispute, outcome)
    await checkCharge(app, charge)
    await expectOnce(app)
    const { status } = await app.db.selectFrom('refunds').select('status').executeTakeFirstOrThrow()
    expect([outcome, status]).toEqual([outcome, outcome === 'lost' ? 'settled' : 'sent'])
  }
})

test('the refund of the provider’s own page and a dispute of the rest give back what was paid', async () => {
  const app = await emptyApp()
  const { charge, saleId } = await sellTrack(app)
  const admin = await createAdmin(app)
  await provider(app).refunds.create({ charge, amount: 200 })
  const dispute = await openDispute(app, charge)
  await Promise.all([
    giveBack(app, admin, saleId, all),
    addJob(app.db, 'check_charge', { chargeId: charge }),
  ])
  await Promise.all([app.work(), app.work()])
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  // What no row can say is booked by then, and is the admins' to explain.
  await app.clock.move({ hours: 3 })
  await reconcile(app)
  await readBalance(app)
  expect(await givenBack(app)).toBe(570)
  await expectBookedBalance(app)
  expect(await moneyInvariants(app)).toEqual([])
})

test('a refund that was paid from the bank under the name of the dispute is not paid again when the dispute is won', async () => {
  const app = await emptyApp()
  const { charge, saleId } = await sellTrack(app)
  const admin = await createAdmin(app)
  await giveBack(app, admin, saleId, all)
  // Nobody has told the app of it yet: otherwise the refund could not be settled.
  const dispute = await openDispute(app, charge)
  const refund = () => app.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
  const send = { reference: dispute, note: 'Paid by bank transfer.' }
  const route = `POST /api/proxy/admin/refunds/${(await refund()).id}/settle`
  expect(codeOf(await app.call(route, { as: admin, send }))).toBe('done')
  await Promise.all([app.work(), checkCharge(app, charge)])
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  await readBalance(app)
  // The bank has given it to the customer as well.
  expect((await ledgerOf(app))['disputed']).toBe(0)
  await decideDispute(app, dispute, 'won')
  await checkCharge(app, charge)
  await reconcile(app)
  expect(await refund()).toMatchObject({ status: 'settled', settled_reference: dispute })
  expect((await provider(app).refunds.list()).data).toEqual([])
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: 0, disputed: 0 })
  await expectSameBalance(app)
})

/** The refund of the sale comes back from the closed card: it has failed, and a person pays it in another way. */
async function giveBackInVain(
  app: TestApp,
  { charge, saleId, admin, amount }: Returned,
): Promise<void> {
  await giveBack(app, admin, saleId, { amount, leftPence: 570 })
  await app.work()
  await returnRefund(app, charge)
}

type Returned = { charge: string; saleId: string; admin: TestUser; amount: string }

async function returnRefund(app: TestApp, charge: string) {
  const { provider_id: refund } = await theRefund(app)
  await app.sandbox.control('POST refund', { refund: refund ?? '', outcome: 'failed' })
  await checkCharge(app, charge)
  expect(await theRefund(app)).toMatchObject({ status: 'failed', returns: 1 })
}

const theRefund = (app: TestApp) =>
  app.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()

test('a refund that has failed is paid by a dispute that is lost after it, so that nobody pays it a second time', async () => {
  const app = await emptyApp()
  const { artist, charge, saleId } = await sellTrack(app)
  const admin = await createAdmin(app)
  await giveBackInVain(app, { charge, saleId, admin, amount: '5.70' })
  const dispute = await openDispute(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  const { id, ...refund } = await theRefund(app)
  expect(refund).toMatchObject({ status: 'settled', settled_reference: dispute })
  const send = { reference: 'FPS 28 NOV 0017', note: 'Paid by bank transfer.' }
  const settled = await app.call(`POST /api/proxy/admin/refunds/${id}/settle`, { as: admin, send })
  expect(codeOf(settled)).toBe('not_owed')
  await expectOnce(app)
  expect(await ledgerOf(app)).toMatchObject({
    customer_payable: 0,
    disputed: 0,
    artist_receivable: 0,
    [artist.id]: 0,
  })
})

test('a refund that comes back after the rest of its payment was lost is not paid by that dispute', async () => {
  const app = await emptyApp()
  const { charge, saleId } = await sellTrack(app)
  const admin = await createAdmin(app)
  await giveBack(app, admin, saleId, { amount: '2.85', leftPence: 570 })
  await app.work()
  const dispute = await openDispute(app, charge)
  await decideDispute(app, dispute, 'lost')
  await checkCharge(app, charge)
  await returnRefund(app, charge)
  const { id } = await theRefund(app)
  const again = { as: admin, send: { why: 'The customer has a new card.' } }
  await app.call(`POST /api/proxy/admin/refunds/${id}/retry`, again)
  await app.work()
  // The half that the bank has given back is another one.
  expect(await theRefund(app)).toMatchObject({
    status: 'failed',
    last_problem: expect.stringContaining('find out what is still owed'),
  })
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: -285, disputed: 0, losses: 285 })
  await expectSameBalance(app)
})
