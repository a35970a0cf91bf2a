import { expect, test, vi } from 'vitest'
import { failpointNames } from '#server/clock-and-failpoints/failpoints.ts'
import { PaymentRefused } from '#server/gateways/payments/payments.ts'
import { createConfirmingAdmin, freshCode } from '../../../tests/support/access/confirming-admin.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createPaid } from '../../../tests/support/commissions/paying.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { addedPence as added, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { checkPayout } from '../../../tests/support/payouts/bank-payouts.ts'
import {
  expectBooked,
  moneyOf,
  note,
  order,
  payOut,
  payoutsOf,
  reserve,
  rowsOf,
} from '../../../tests/support/payouts/platform-payouts.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { failNextRequest, ledgerOf, provider } from '../../../tests/support/shopping.ts'

const emptyApp = emptiedTestApp()

test('an admin pays out what is earned, with a preview, a reason and a code; it is made once, booked, and arrives', async () => {
  const app = await emptyApp()
  const admin = await createConfirmingAdmin(app)
  await readBalance(app)
  const preview = await app.call('GET /api/proxy/admin/payouts/preview?amount=123.45', {
    as: admin,
  })
  expect(preview.json()).toEqual({
    pence: 12_345,
    postings: [
      { account: 'stripe_available', pence: -12_345 },
      { account: 'in_transit_to_bank', pence: 12_345 },
    ],
    earnedAfterPence: added - reserve - 12_345,
  })
  const ordered = await payOut(app, admin, '123.45')
  expect(ordered.statusCode).toBe(200)
  await app.work()
  expect(await payoutsOf(app)).toMatchObject([{ amount: 12_345, automatic: false }])
  expect(await ledgerOf(app)).toMatchObject({ in_transit_to_bank: 12_345 })
  expect(await moneyOf(app, admin)).toMatchObject({
    balance: { earnedPence: added - reserve - 12_345 },
    payouts: [{ pence: 12_345, status: 'on_its_way', orderedBy: admin.username }],
  })
  await expectBooked(app)
  const log = await app.call('GET /api/proxy/admin/audit-log', { as: admin })
  expect(log.json()).toMatchObject({
    actions: [{ action: 'pay_out', note, subject: { kind: 'payout', id: ordered.json().id } }],
  })

  await app.clock.move({ days: 2 })
  const [made] = await payoutsOf(app)
  await Promise.all([1, 2, 3].map(() => checkPayout(app, made?.id ?? '', null)))
  await readBalance(app)
  expect(await ledgerOf(app)).toMatchObject({
    in_transit_to_bank: 0,
    paid_outside: 12_345 - added,
  })
  expect((await moneyOf(app, admin)).payouts).toMatchObject([{ status: 'paid' }])
  await expectBooked(app)
})

test('nothing of others and nothing of the reserve is paid out, nor without a reason or a code', async () => {
  const app = await emptyApp()
  const admin = await createConfirmingAdmin(app)
  await createPaid(app)
  await readBalance(app)
  const { offeredPence } = await moneyOf(app, admin)
  expect(offeredPence).toBe(added - reserve - 86)
  const codeOf = async (pending: ReturnType<typeof payOut>) => (await pending).json().code
  const pounds = (pence: number) => (pence / 100).toFixed(2)
  expect(await codeOf(payOut(app, admin, pounds(offeredPence + 1)))).toBe('more_than_earned')
  expect(await codeOf(payOut(app, admin, '0.99'))).toBe('invalid_input')
  expect(await codeOf(payOut(app, admin, '5', { note: ' ' }))).toBe('invalid_input')
  expect(await codeOf(payOut(app, admin, '5', { code: '000000' }))).toBe('wrong_code')
  const tooMuch = await app.call(
    `GET /api/proxy/admin/payouts/preview?amount=${pounds(offeredPence + 1)}`,
    { as: admin },
  )
  expect(tooMuch.json()).toMatchObject({ code: 'more_than_earned' })
  await app.work()
  expect([await payoutsOf(app), await rowsOf(app)]).toEqual([[], []])
})

test.each([
  'ledger_unbalanced',
  'ledger_changed',
  'day_changed',
  'balance_differs',
  'balance_unnamed',
  'available_differs',
])('nothing is paid out while a check has found %s', async (kind) => {
  const app = await emptyApp()
  const admin = await createConfirmingAdmin(app)
  await readBalance(app)
  await app.db
    .insertInto('found_problems')
    .values({
      kind,
      subject: '2026-11-01',
      payment_id: null,
      found_at: app.clock.now(),
      found_by: 'close_ledger_days',
    })
    .execute()
  expect((await payOut(app, admin, '5')).json()).toMatchObject({ code: 'ledger_in_doubt' })
  expect([await payoutsOf(app), await rowsOf(app)]).toEqual([[], []])
})

test('a code confirms one payout, however often it is sent', async () => {
  const app = await emptyApp()
  const admin = await createConfirmingAdmin(app)
  await readBalance(app)
  const code = await freshCode(app, admin)
  const send = { amount: '10', note, code }
  const clicks = await Promise.all(
    Array.from({ length: 100 }, () =>
      app.call('POST /api/proxy/admin/payouts', { as: admin, send }),
    ),
  )
  expect(clicks.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(clicks.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  await app.work()
  expect(await payoutsOf(app)).toMatchObject([{ amount: 1000 }])
})

test('a code that has confirmed a payout confirms no other one', async () => {
  const app = await emptyApp()
  const admin = await createConfirmingAdmin(app)
  await readBalance(app)
  const send = { amount: '10', note, code: await freshCode(app, admin) }
  const click = () => app.call('POST /api/proxy/admin/payouts', { as: admin, send })
  expect((await click()).statusCode).toBe(200)
  await app.work()
  expect((await click()).json()).toMatchObject({ code: 'code_repeated' })
  await app.work()
  expect(await payoutsOf(app)).toHaveLength(1)
})

test('of a hundred orders at once one is accepted, and one payout is made', async () => {
  const app = await emptyApp()
  await createAdmin(app)
  await readBalance(app)
  const orders = await Promise.allSettled(Array.from({ length: 100 }, () => order(app)))
  const refusals = orders.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refusals).toEqual(Array(99).fill('payout_waits'))
  await Promise.all([app.work(), app.work()])
  expect(await payoutsOf(app)).toMatchObject([{ amount: 50_000 }])
  // What has left is not offered again.
  await expect(order(app)).rejects.toMatchObject({ code: 'more_than_earned' })
  await expectBooked(app)
})

test.each(['reset', 'cut', '500', 'stored-500', 'done-stored-500', '429'] as const)(
  'a payout whose answer is lost (%s) is made once',
  async (fault) => {
    const app = await emptyApp()
    await createAdmin(app)
    await readBalance(app)
    await failNextRequest(app, fault, '/v1/payouts')
    const id = await order(app)
    await app.work()
    await app.letTimePass()
    await app.work()
    expect(await payoutsOf(app)).toMatchObject([{ amount: 50_000 }])
    expect(await rowsOf(app)).toMatchObject([{ id, status: 'on_its_way' }])
    await expectBooked(app)
  },
)

test('one that the provider refuses has not been paid, the admins are told, and another one can be ordered', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  await readBalance(app)
  const make = vi
    .spyOn(app.payments, 'makePayout')
    .mockRejectedValueOnce(new PaymentRefused('payouts_not_allowed', 'Payouts are disabled.'))
  await order(app)
  await app.work()
  expect(make).toHaveBeenCalledTimes(1)
  expect(await rowsOf(app)).toMatchObject([
    { status: 'refused', last_problem: 'Payouts are disabled.', provider_id: null },
  ])
  const { notifications } = await notificationsOf(app, admin)
  expect(notifications.map(({ addition }) => addition)).toEqual([
    'The card provider has refused the payout of £500.00 to our bank: Payouts are disabled.',
  ])
  await order(app)
  await app.work()
  expect((await rowsOf(app)).map(({ status }) => status)).toEqual(['refused', 'on_its_way'])
  await expectBooked(app)
})

test('a payout that the bank returns after it had arrived is on the balance again, and the admins are told', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  await readBalance(app)
  await app.sandbox.control('POST bank', { behaviour: 'returns' })
  await order(app)
  await app.work()
  await app.clock.move({ days: 2 })
  await readBalance(app)
  expect(await rowsOf(app)).toMatchObject([{ status: 'paid' }])
  await app.clock.move({ days: 5 })
  const [made] = await payoutsOf(app)
  await checkPayout(app, made?.id ?? '', null)
  await readBalance(app)
  expect(await rowsOf(app)).toMatchObject([{ status: 'returned' }])
  expect(await ledgerOf(app)).toMatchObject({ in_transit_to_bank: 0, paid_outside: -added })
  const { notifications } = await notificationsOf(app, admin)
  expect(notifications.map(({ addition }) => addition)).toEqual([
    expect.stringContaining('The payout of £500.00 to our bank has come back'),
  ])
  await expectBooked(app)
})

test('a payout that was made at the provider has a row, and is booked once, by its event or without', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  await readBalance(app)
  const byEvent = await provider(app).payouts.create({ amount: 700, currency: 'gbp' })
  await checkPayout(app, byEvent.id, null)
  // The provider's times are in seconds.
  await app.clock.move({ seconds: 5 })
  await provider(app).payouts.create({ amount: 800, currency: 'gbp' })
  await readBalance(app)
  expect((await moneyOf(app, admin)).payouts).toMatchObject([
    { pence: 800, status: 'on_its_way', orderedBy: null },
    { pence: 700, status: 'on_its_way', orderedBy: null },
  ])
  expect(await ledgerOf(app)).toMatchObject({ in_transit_to_bank: 1500 })
  await expectBooked(app)
})

test.each(failpointNames.filter((name) => name.includes(' payout.')))(
  'after an error %s a payout is made and booked once',
  async (name) => {
    const app = await emptyApp()
    await createAdmin(app)
    await readBalance(app)
    if (name.endsWith('payout.retry')) await failNextRequest(app, '429', '/v1/payouts')
    if (name.endsWith('payout.find')) await failNextRequest(app, 'stored-500', '/v1/payouts')
    const reached = app.failpoints.arm(name, 'throw')
    await order(app).catch(() => undefined)
    const run = async () => {
      await app.letTimePass()
      await app.work()
    }
    await run()
    await run()
    if ((await rowsOf(app)).length === 0) await order(app)
    await run()
    const check = async () => {
      const [made] = await payoutsOf(app)
      await checkPayout(app, made?.id ?? '', null)
      await run()
    }
    await check()
    await app.clock.move({ days: 2 })
    await check()
    await reached
    await readBalance(app)
    expect(await payoutsOf(app)).toMatchObject([{ amount: 50_000, status: 'paid' }])
    expect(await rowsOf(app)).toMatchObject([{ status: 'paid' }])
    expect(await ledgerOf(app)).toMatchObject({
      in_transit_to_bank: 0,
      paid_outside: 50_000 - added,
    })
    await expectBooked(app)
  },
)

test('an order whose job was lost is made within the hour', async () => {
  const app = await emptyApp()
  await createAdmin(app)
  await readBalance(app)
  await order(app)
  await removeJobs(app.db)
  await app.clock.move({ minutes: 2 })
  await readBalance(app)
  await app.work()
  expect(await payoutsOf(app)).toMatchObject([{ amount: 50_000 }])
  expect(await moneyProblems(app)).toEqual([])
})
