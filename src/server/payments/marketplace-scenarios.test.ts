// Other marketplaces have lost money by these cases. Each happens at the provider, through the app: nobody is paid twice, and
// nothing is counted that has not come in.

import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { payAsCustomer } from '../../../sandbox/pay-as-customer.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { checkCharge, openDispute, sellTrack } from '../../../tests/support/money/bank-disputes.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { giveBack } from '../../../tests/support/money/giving-back.ts'
import { moneyInvariants } from '../../../tests/support/money/invariant-problems.ts'
import {
  expectBookedBalance,
  expectSameBalance,
  readBalance,
} from '../../../tests/support/money/provider-balance.ts'
import {
  compareAccounts,
  createSeller,
  untilPayout,
} from '../../../tests/support/payouts/bank-payouts.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  checkOut,
  createArtistWithPayouts,
  deliver,
  eventsOf,
  ledgerOf,
  provider,
} from '../../../tests/support/shopping.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const all = { amount: '5.70', leftPence: 570 }

async function openCheckout(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  return { artist, mia, track, ...(await checkOut(app, mia, [track.id])) }
}

const rows = (app: TestApp, table: 'refunds' | 'reversals' | 'transfers') =>
  app.db.selectFrom(table).select(['status', 'amount_pence']).execute()

const owned = async (app: TestApp) =>
  (await app.db.selectFrom('entitlements').select('track_id').execute()).length

test('of an endpoint that is registered twice each event is taken once, and the copy with another secret is refused', async () => {
  const app = await emptyApp()
  const { url, sessionId } = await openCheckout(app)
  await payAsCustomer(url, { card: '4242424242424242' })
  const [event] = await eventsOf(app, sessionId)
  if (event === undefined) throw new Error('The provider has no event.')
  // The second registration has a secret of its own, which nobody has given to the app.
  const codes = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const second = at % 2 === 1 ? { secret: 'whsec_second' } : {}
      return (await deliver(app, event, second)).statusCode
    }),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(10)
  expect(codes.filter((code) => code === 400)).toHaveLength(10)
  await app.work()
  expect(await rows(app, 'transfers')).toEqual([{ status: 'sent', amount_pence: 500 }])
  expect(await owned(app)).toBe(1)
})

test('an account that is refused for the capabilities that were asked for leaves no account, and the next attempt opens one', async () => {
  const app = await emptyApp()
  const artist = await createUser(app, { role: 'artist' })
  const start = () => app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  const accounts = () => app.db.selectFrom('payment_accounts').select('user_id').execute()
  await app.sandbox.control('POST platform', { missing: ['transfers'] })
  expect((await start()).statusCode).toBeGreaterThanOrEqual(500)
  expect(await accounts()).toEqual([])
  await app.sandbox.control('POST platform', { missing: [] })
  expect((await start()).statusCode).toBe(200)
  expect(await accounts()).toEqual([{ user_id: artist.id }])
  const made = (await app.sandbox.control('GET snapshot')) as { objects: Record<string, object[]> }
  expect(made.objects['v2.core.account']).toHaveLength(1)
})

test.each([
  ['in part', 569],
  ['more than once', 1140],
])(
  'what was paid %s is not sold: a person decides, and the money is booked',
  async (_what, pence) => {
    const app = await emptyApp()
    const { mia, url, sessionId } = await openCheckout(app)
    await app.sandbox.control('POST received', { session: sessionId, pence })
    await payAsCustomer(url, { card: '4242424242424242' })
    expect(await provider(app).checkout.sessions.retrieve(sessionId)).toMatchObject({
      payment_status: 'paid',
      amount_total: 570,
    })
    for (const event of await eventsOf(app, sessionId)) await deliver(app, event)
    await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
    await app.work()
    expect(await owned(app)).toBe(0)
    expect(await rows(app, 'transfers')).toEqual([])
    const payments = await app.db.selectFrom('payments').select(['status', 'problem']).execute()
    expect(payments).toEqual([
      { status: 'failed', problem: expect.stringContaining(`brought ${pence} gbp`) },
    ])
    await app.clock.move({ hours: 3 })
    await readBalance(app)
    await expectBookedBalance(app)
  },
)

test('what was wholly refunded is still called paid by its checkout, and is not sold again', async () => {
  const app = await emptyApp()
  const { mia, url, sessionId } = await openCheckout(app)
  await payAsCustomer(url, { card: '4242424242424242' })
  await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  await app.work()
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .executeTakeFirstOrThrow()
  await provider(app).refunds.create({ charge: charge ?? '' })
  await checkCharge(app, charge ?? '')
  expect(await owned(app)).toBe(0)
  expect(await provider(app).checkout.sessions.retrieve(sessionId)).toMatchObject({
    payment_status: 'paid',
  })
  for (const event of await eventsOf(app, sessionId)) await deliver(app, { ...event, id: 'evt_2' })
  await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
  expect(await owned(app)).toBe(0)
  expect(await rows(app, 'refunds')).toEqual([{ status: 'sent', amount_pence: 570 }])
  await readBalance(app)
  await expectSameBalance(app)
})

test('of an account no more is taken back than was sent there: what somebody has taken by hand counts, and the rest is still owed', async () => {
  const app = await emptyApp()
  const { saleId, artist } = await sellTrack(app)
  const admin = await createAdmin(app)
  const [made] = (await provider(app).transfers.list()).data
  const byHand = await provider(app).transfers.createReversal(made?.id ?? '', { amount: 400 })
  expect(codeOf(await giveBack(app, admin, saleId, all))).toBe('done')
  await app.work()
  const transfer = await provider(app).transfers.retrieve(made?.id ?? '')
  expect(transfer.amount_reversed).toBeLessThanOrEqual(500)
  expect(await rows(app, 'refunds')).toEqual([{ status: 'sent', amount_pence: 570 }])
  await app.clock.move({ minutes: 11 })
  expect(await compareWithProvider(app)).toEqual([])
  const taken = app.db.selectFrom('reversals').select(['amount_pence', 'status', 'provider_id'])
  expect(await taken.orderBy('amount_pence').execute()).toEqual([
    { amount_pence: 100, status: 'waiting', provider_id: null },
    { amount_pence: 400, status: 'sent', provider_id: byHand.id },
  ])
  const { artist_receivable: owed = 0 } = await ledgerOf(app)
  expect([artist.id, owed]).toEqual([artist.id, 100])
})

test('a bank payout that comes back after it had arrived is paid with the next one, once', async () => {
  const app = await emptyApp()
  const { accountId } = await createSeller(app)
  await compareAccounts(app)
  await app.sandbox.control('POST bank', { account: accountId, behaviour: 'returns' })
  await untilPayout(app)
  await app.clock.move({ days: 6 })
  await compareAccounts(app)
  await app.sandbox.control('POST bank', { account: accountId, behaviour: 'works' })
  await untilPayout(app)
  await app.clock.move({ days: 3 })
  await compareAccounts(app)
  const payouts = await app.db
    .selectFrom('bank_payouts')
    .select(['status', 'amount_pence'])
    .orderBy('created_at')
    .execute()
  expect(payouts).toEqual([
    { status: expect.stringMatching(/^(failed|returned)$/), amount_pence: 500 },
    { status: 'paid', amount_pence: 500 },
  ])
})

test('a refund and a dispute of one charge at the same moment give back what was paid, once', async () => {
  const app = await emptyApp()
  const { charge, saleId } = await sellTrack(app)
  const admin = await createAdmin(app)
  const [refunded] = await Promise.all([
    giveBack(app, admin, saleId, all),
    openDispute(app, charge),
    addJob(app.db, 'check_charge', { chargeId: charge }),
  ])
  expect(['done', 'payment_disputed']).toContain(codeOf(refunded))
  await Promise.all([app.work(), app.work()])
  await checkCharge(app, charge)
  const { objects } = (await app.sandbox.control('GET snapshot')) as {
    objects: { refund: { amount: number }[]; dispute: { amount: number }[] }
  }
  const pence = [...objects.refund, ...objects.dispute].reduce((sum, one) => sum + one.amount, 0)
  expect(pence).toBe(570)
  await readBalance(app)
  await expectSameBalance(app)
})

test('what an account that is closed cannot give back is a debt, and the customer has the money', async () => {
  const app = await emptyApp()
  const { saleId, artist } = await sellTrack(app, { card: '4000000000000077' })
  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artist.id)
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST payout', { account })
  await provider(app).v2.core.accounts.close(account)
  expect(codeOf(await giveBack(app, await createAdmin(app), saleId, all))).toBe('done')
  await app.work()
  expect(await rows(app, 'refunds')).toEqual([{ status: 'sent', amount_pence: 570 }])
  expect(await rows(app, 'reversals')).toEqual([{ status: 'refused', amount_pence: 500 }])
  await readBalance(app)
  await expectBookedBalance(app)
  expect(await moneyInvariants(app)).toEqual([])
})

test('the fee is what the provider has taken, not what a price list says', async () => {
  const app = await emptyApp()
  // Of a card from another country the provider takes more.
  const fees: number[] = []
  for (const card of ['4242424242424242', '4000002760000016']) {
    const before = (await ledgerOf(app))['stripe_fees'] ?? 0
    await sellTrack(app, { card })
    fees.push(((await ledgerOf(app))['stripe_fees'] ?? 0) - before)
  }
  const { data } = await provider(app).balanceTransactions.list({ type: 'charge' })
  expect(fees).toEqual(data.map(({ fee }) => fee).toReversed())
  expect(fees[0]).not.toBe(fees[1])
  await readBalance(app)
  await expectSameBalance(app)
})
