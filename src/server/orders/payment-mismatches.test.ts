// Another amount was paid than was ordered: nothing is granted, a person decides, and the customer can buy on.

import { expect, test, vi } from 'vitest'
import type { PaymentRecord } from '#contracts/admin/payments.ts'
import type { MismatchEnd } from '#rules/payments/payment-process.ts'
import type { BalanceTransaction, Checkout } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { codeOf } from '../../../tests/support/access/code-of.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  checkOut,
  createArtistWithPayouts,
  deliver,
  eventsOf,
  ledgerOf,
  pay,
} from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import {
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

async function createPaid(
  app: TestApp,
  otherwise: Partial<Checkout>,
  brought: Partial<BalanceTransaction> = {},
) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const checkout = await checkOut(app, mia, [track.id])
  await pay(checkout.url)
  const paid = await app.payments.findCheckout(checkout.sessionId)
  if (paid.charge === null) throw new Error('There is no charge.')
  const charge = { ...paid.charge, balance: { ...paid.charge.balance, ...brought } }
  const find = vi.spyOn(app.payments, 'findCheckout')
  find.mockResolvedValue({ ...paid, charge, ...otherwise })
  return { mia, track, find, ...checkout }
}

test.each<[Partial<Checkout>, Partial<BalanceTransaction>]>([
  [{ totalPence: 919 }, {}],
  [{ currency: 'usd' }, {}],
  [{ paymentId: '8f14e45f-ceea-467f-a1d2-91b5a1c0c0de' }, {}],
  [{ paymentId: null }, {}],
  [{ livemode: true }, {}],
  [{}, { currency: 'usd' }],
  [{}, { amountPence: 569 }],
])(
  'a payment that does not match its order fulfils nothing, and every admin is told once: %j, brought %j',
  async (otherwise, brought) => {
    const app = await emptyApp()
    const admins = [await createAdmin(app), await createAdmin(app)]
    const { paymentId, sessionId, mia } = await createPaid(app, otherwise, brought)
    for (const event of await eventsOf(app, sessionId)) await deliver(app, event)
    await addJob(app.db, 'reconcile_payments', {})
    await app.work()
    const state = await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
    expect(state.json()).toMatchObject({ state: 'closed' })
    expect(await app.db.selectFrom('orders').select('status').execute()).toEqual([
      { status: 'failed' },
    ])
    expect(await app.db.selectFrom('payments').select(['status', 'problem']).execute()).toEqual([
      { status: 'failed', problem: expect.stringContaining(paymentId) },
    ])
    expect(await app.db.selectFrom('entitlements').select('track_id').execute()).toEqual([])
    expect(await ledgerOf(app)).toEqual({})
    const told = await app.db.selectFrom('notifications').selectAll().execute()
    expect(told).toMatchObject(
      admins.map(() => ({
        kind: 'payment_alarm',
        details: { reason: expect.stringContaining('does not match') },
      })),
    )
    expect(new Set(told.map((row) => row.user_id))).toEqual(new Set(admins.map(({ id }) => id)))
    const events = app.db
      .selectFrom('payment_events')
      .select('id')
      .where('processed_at', 'is', null)
    expect(await events.execute()).toEqual([])
    // The money is at the provider, and no row accounts for it until a person has decided.
    expect(await moneyProblems(app)).toContain(`payment ${paymentId} is failed, but was paid`)
  },
)

test('a mismatch found at the customer’s next checkout does not stand in its way', async () => {
  const app = await emptyApp()
  const { mia, track, url, find } = await createPaid(app, { totalPence: 919 })
  const other = await createTrack(app.db, { artistId: (await createArtistWithPayouts(app)).id })
  const next = await checkOut(app, mia, [track.id, other.id])
  expect(next.url).not.toBe(url)
  find.mockRestore()
  await pay(next.url)
  const paid = await app.call(`GET /api/checkout/${next.sessionId}`, { as: mia })
  expect(paid.json()).toMatchObject({ state: 'paid' })
})

const checkout = (app: TestApp, { sessionId, mia }: Awaited<ReturnType<typeof createPaid>>) =>
  app.call(`GET /api/checkout/${sessionId}`, { as: mia })

const end = (app: TestApp, as: TestUser, paymentId: string, outcome: MismatchEnd) =>
  app.call(`POST /api/proxy/admin/orders/${paymentId}/end-mismatch`, {
    as,
    send: { outcome, note: 'Seen in the dashboard.' },
  })

const paymentOf = async (app: TestApp, as: TestUser, paymentId: string) =>
  (await app.call(`GET /api/proxy/admin/orders/${paymentId}`, { as })).json<PaymentRecord>()

const logOf = async (app: TestApp, as: TestUser) =>
  (await app.call('GET /api/proxy/admin/audit-log', { as })).json<{ actions: object[] }>().actions

test('an admin has a payment checked again whose cause is removed: it is paid, booked and logged', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const created = await createPaid(app, { totalPence: 919 })
  const { paymentId, orderId, mia } = created
  await checkout(app, created)
  expect(await paymentOf(app, admin, paymentId)).toMatchObject({ needs: ['mismatch'] })
  created.find.mockRestore()
  expect(codeOf(await end(app, admin, paymentId, 'check_again'))).toBe('done')
  await app.work()
  expect(await paymentOf(app, admin, paymentId)).toMatchObject({
    status: 'paid',
    needs: [],
    problem: null,
  })
  const order = app.db.selectFrom('orders').select('status').where('id', '=', orderId)
  expect(await order.executeTakeFirst()).toEqual({ status: 'paid' })
  expect(await moneyProblems(app)).toEqual([])
  expect(await logOf(app, admin)).toMatchObject([
    { action: 'end_mismatch', subject: { id: mia.id }, note: 'Seen in the dashboard.' },
  ])
  expect(codeOf(await end(app, admin, paymentId, 'check_again'))).toBe('mismatch_ended')
})

test('a payment that still does not match when it is checked again is told again', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const created = await createPaid(app, { totalPence: 919 })
  await checkout(app, created)
  const told = () =>
    app.db.selectFrom('notifications').select('kind').where('user_id', '=', admin.id).execute()
  expect(await told()).toEqual([{ kind: 'payment_alarm' }])
  await end(app, admin, created.paymentId, 'check_again')
  await app.work()
  expect(await told()).toEqual([{ kind: 'payment_alarm' }, { kind: 'payment_alarm' }])
  expect(await paymentOf(app, admin, created.paymentId)).toMatchObject({
    status: 'failed',
    needs: ['mismatch'],
  })
})

test('what was given back at the provider needs nobody any more, and nobody decides twice, about the own money, or without a reason', async () => {
  const app = await emptyApp()
  const [admin, other] = [await createAdmin(app), await createAdmin(app)]
  const created = await createPaid(app, { totalPence: 919 })
  await checkout(app, created)
  const { paymentId } = created
  const setOwner = (userId: string) =>
    app.db
      .updateTable('payments')
      .set({ customer_id: userId })
      .where('id', '=', paymentId)
      .execute()
  await setOwner(admin.id)
  expect(codeOf(await end(app, admin, paymentId, 'given_back'))).toBe('own_sale')
  await setOwner(created.mia.id)
  const blank = await app.call(`POST /api/proxy/admin/orders/${paymentId}/end-mismatch`, {
    as: admin,
    send: { outcome: 'given_back', note: ' ' },
  })
  expect(codeOf(blank)).toBe('invalid_input')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      end(app, at % 2 ? admin : other, paymentId, at % 3 ? 'given_back' : 'check_again'),
    ),
  )
  const codes = answers.map(codeOf)
  expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  expect(codes.filter((code) => code === 'mismatch_ended')).toHaveLength(19)
  expect(await logOf(app, admin)).toHaveLength(1)
})
