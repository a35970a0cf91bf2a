// Another amount was paid than was ordered: nothing is granted, a person decides, and the customer can buy on.

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { BalanceTransaction, Checkout } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
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
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'

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

test('a payment that still does not match when it is checked again is told again', async () => {
  const app = await emptyApp()
  const admin = await createAdmin(app)
  const { sessionId, paymentId, orderId, mia } = await createPaid(app, { totalPence: 919 })
  await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  const told = () =>
    app.db.selectFrom('notifications').select('kind').where('user_id', '=', admin.id).execute()
  expect(await told()).toEqual([{ kind: 'payment_alarm' }])

  // As the operator has it checked again, who thinks that the cause is removed.
  await sql`update orders set status = 'expired' where id = ${orderId}`.execute(app.db)
  await sql`update payments set status = 'open', problem = null where id = ${paymentId}`.execute(
    app.db,
  )
  for (let run = 0; run < 2; run++) {
    await addJob(app.db, 'reconcile_payments', {})
    await app.work()
  }
  expect(await told()).toEqual([{ kind: 'payment_alarm' }, { kind: 'payment_alarm' }])
})
