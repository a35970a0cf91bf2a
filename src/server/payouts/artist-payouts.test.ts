import { expect, test, vi } from 'vitest'
import type { BankPayoutList } from '#contracts/payouts.ts'
import { nextPayoutAt, usualPayoutSchedule } from '#rules/payments/payout-schedule.ts'
import { handledEvent } from '#rules/payments/provider-events.ts'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import {
  checkPayout,
  compareAccounts,
  createSeller,
  sellTo,
  untilPayout,
} from '../../../tests/support/payouts/bank-payouts.ts'
import {
  createArtistWithPayouts,
  provider,
  signedDelivery,
} from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const payoutsOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/artist/payouts', { as })).json<BankPayoutList>()

const scheduleOf = async (app: TestApp, account: string) =>
  (await provider(app).balanceSettings.retrieve({}, { stripeAccount: account })).payments.payouts
    ?.schedule

const toldOf = async (app: TestApp, user: TestUser) =>
  (await notificationsOf(app, user)).notifications
    .filter(({ kind }) => kind === 'bank_payout_ended')
    .map(({ sentence, addition }) => [sentence, addition])

const monthly = { interval: 'monthly', monthly_payout_days: [1] }

test('a bank is paid on the first of a month, and its artist reads when, what it contained, and only the own', async () => {
  const app = await emptyApp()
  const { artist, accountId } = await createSeller(app)
  await sellTo(app, artist, 700)
  const other = await createSeller(app, 900)
  await compareAccounts(app)
  expect(await scheduleOf(app, accountId)).toEqual(monthly)
  const before = await payoutsOf(app, artist)
  expect(before).toMatchObject({ payouts: [], total: 0, isBankUnusable: false })
  expect(before.next?.at).toBe(nextPayoutAt(usualPayoutSchedule, app.clock.now()).toISOString())
  expect(before.next?.reason).toContain('once a month, on the 1st')

  await untilPayout(app)
  await compareAccounts(app)
  const [made] = (await payoutsOf(app, artist)).payouts
  expect(made).toMatchObject({ pence: 1200, status: 'on_its_way', parts: null, problem: null })
  await app.clock.move({ days: 2 })
  await checkPayout(app, made?.id ?? '', accountId)
  const transfers = await app.db
    .selectFrom('transfers')
    .select(['provider_id', 'amount_pence'])
    .where('artist_id', '=', artist.id)
    .orderBy('sent_at')
    .execute()
  const { payouts, total } = await payoutsOf(app, artist)
  expect([total, payouts]).toMatchObject([
    1,
    [
      {
        status: 'paid',
        partCount: 2,
        parts: transfers.map((sent) => ({
          kind: 'transfer',
          pence: sent.amount_pence,
          providerId: sent.provider_id,
        })),
      },
    ],
  ])
  expect((await payoutsOf(app, other.artist)).payouts.map(({ pence }) => pence)).toEqual([900])
  expect(await toldOf(app, artist)).toEqual([])
})

test('a payout that the bank returns after it was paid is returned, told once, and part of the next one after another bank is entered', async () => {
  const app = await emptyApp()
  const { artist, accountId } = await createSeller(app)
  await compareAccounts(app)
  await app.sandbox.control('POST bank', { account: accountId, behaviour: 'returns' })
  await untilPayout(app)
  await app.clock.move({ days: 2 })
  await compareAccounts(app)
  expect((await payoutsOf(app, artist)).payouts).toMatchObject([{ status: 'paid', pence: 500 }])

  await app.clock.move({ days: 4 })
  const [paid] = (await payoutsOf(app, artist)).payouts
  await Promise.all([1, 2, 3].map(() => checkPayout(app, paid?.id ?? '', accountId)))
  await compareAccounts(app)
  const after = await payoutsOf(app, artist)
  expect(after).toMatchObject({
    isBankUnusable: true,
    payouts: [{ status: 'returned', problem: expect.stringContaining('could not process it') }],
  })
  expect(await toldOf(app, artist)).toEqual([
    [
      'Your bank has sent £5.00 back, which we had paid out to it.',
      expect.stringContaining('Ask your bank, or enter another account.'),
    ],
  ])
  // Transfers still arrive on the account.
  const setup = await app.call('GET /api/artist/payment-setup', { as: artist })
  expect(setup.json()).toMatchObject({ state: 'ready', isBankUnusable: true })

  await app.sandbox.control('POST bank', { account: accountId, behaviour: 'works' })
  await app.call('GET /api/artist/payment-setup', { as: artist })
  await untilPayout(app)
  await app.clock.move({ days: 2 })
  await compareAccounts(app)
  const { payouts, isBankUnusable } = await payoutsOf(app, artist)
  expect(isBankUnusable).toBe(false)
  expect(payouts).toMatchObject([
    {
      status: 'paid',
      pence: 500,
      parts: [{ kind: 'returned_payout', pence: 500, providerId: paid?.id }],
    },
    { status: 'returned' },
  ])
})

test('a payout that does not reach the bank has failed, with the reason in plain words', async () => {
  const app = await emptyApp()
  const { artist, accountId } = await createSeller(app)
  await compareAccounts(app)
  await app.sandbox.control('POST bank', { account: accountId, behaviour: 'account_closed' })
  await untilPayout(app)
  await app.clock.move({ days: 3 })
  await compareAccounts(app)
  expect((await payoutsOf(app, artist)).payouts).toMatchObject([
    { status: 'failed', problem: expect.stringContaining('The bank account is closed.') },
  ])
  expect(await toldOf(app, artist)).toEqual([
    ['The payout of £5.00 did not reach your bank.', expect.stringContaining('closed')],
  ])
})

test('a changed setting is set at every account at once, and one that was changed at the provider is set again a day later', async () => {
  await using app = await createTestApp({ payoutSchedule: { interval: 'weekly', day: 2 } })
  const [first, second] = [await createSeller(app), await createSeller(app)]
  // As the former setting left them.
  await app.db
    .updateTable('payment_accounts')
    .set({ payout_schedule: 'monthly:1', compared_at: app.clock.now() })
    .execute()
  await compareAccounts(app)
  const weekly = { interval: 'weekly', weekly_payout_days: ['tuesday'] }
  expect(await scheduleOf(app, first.accountId)).toEqual(weekly)
  expect(await scheduleOf(app, second.accountId)).toEqual(weekly)

  const set = vi.spyOn(app.payments, 'setPayoutSchedule')
  await provider(app).balanceSettings.update(
    { payments: { payouts: { schedule: { interval: 'daily' } } } },
    { stripeAccount: first.accountId },
  )
  await compareAccounts(app)
  expect(set).not.toHaveBeenCalled()
  await app.clock.move({ days: 1 })
  await compareAccounts(app)
  expect(await scheduleOf(app, first.accountId)).toEqual(weekly)
  expect(set.mock.calls.map(([account]) => account)).toEqual([first.accountId])
})

test('an account that fails does not stop the others, and is compared by the next run', async () => {
  await using app = await createTestApp()
  const artists = [1, 2, 3].map(() => createArtistWithPayouts(app))
  await Promise.all(artists)
  const read = vi.spyOn(app.payments, 'readPayoutSchedule')
  read.mockRejectedValueOnce(new PaymentUnknown('no answer'))
  await compareAccounts(app)
  const due = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('compared_at', 'is', null)
    .execute()
  expect(due.map((row) => row.provider_account_id)).toEqual([read.mock.calls[0]?.[0]])
  read.mockClear()
  await compareAccounts(app)
  expect(read.mock.calls).toEqual([[due[0]?.provider_account_id]])
})

test('while the provider does not respond, a run ends after three accounts', async () => {
  await using app = await createTestApp()
  for (let artist = 0; artist < 5; artist++) await createArtistWithPayouts(app)
  const read = vi.spyOn(app.payments, 'readPayoutSchedule')
  read.mockRejectedValue(new PaymentUnknown('no answer'))
  await compareAccounts(app)
  expect(read).toHaveBeenCalledTimes(3)
})

test('an artist who begins the set-up has an account that is paid by the setting', async () => {
  await using app = await createTestApp()
  const artist = await createArtistWithPayouts(app)
  await app.db.deleteFrom('payment_accounts').execute()
  const started = await app.call('POST /api/artist/payment-setup', { as: artist, send: {} })
  expect(started.statusCode).toBe(200)
  await app.work()
  const row = await app.db.selectFrom('payment_accounts').selectAll().executeTakeFirstOrThrow()
  expect(await scheduleOf(app, row.provider_account_id)).toEqual(monthly)
})

test('a payout of an account of another app is left alone', async () => {
  const app = await emptyApp()
  await checkPayout(app, 'po_unknown', 'acct_unknown')
  expect(await app.db.selectFrom('bank_payouts').selectAll().execute()).toEqual([])
})

test('the events of an artist’s payout are looked at once each, in any order, and lead to the same', async () => {
  const app = await emptyApp()
  const { artist, accountId } = await createSeller(app)
  await compareAccounts(app)
  await app.sandbox.control('POST bank', { account: accountId, behaviour: 'returns' })
  await untilPayout(app)
  await app.clock.move({ days: 6 })
  const { snapshot } = (await app.sandbox.control('GET events')) as {
    snapshot: { id: string; type: string; account?: string }[]
  }
  const events = snapshot.filter(({ type, account }) => account && handledEvent(type))
  const types = events.map(({ type }) => type)
  expect(types).toEqual(['payout.created', 'payout.paid', 'payout.failed'])
  for (const event of events.toReversed()) {
    await Promise.all([1, 2, 3].map(() => signedDelivery(app, 'snapshot', event)))
  }
  await app.work()
  // The provider says only that it has failed: the app has never called it paid.
  expect((await payoutsOf(app, artist)).payouts).toMatchObject([{ status: 'failed', pence: 500 }])
  expect(await toldOf(app, artist)).toHaveLength(1)
  const open = app.db.selectFrom('payment_events').select('type').where('processed_at', 'is', null)
  expect(await open.execute()).toEqual([])
})
