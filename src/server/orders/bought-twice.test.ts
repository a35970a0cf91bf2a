import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/client.ts'
import type { Tables, Views } from '#server/db/tables.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { checkPayment } from '#server/payments/checkout/payment-check.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createUser, createTrack, type TestApp } from '../../../tests/support/test-app.ts'
import {
  activityOf,
  createArtistWithPayouts,
  checkOut,
  expireOpenOrders,
  ledgerOf,
  failNextRequest,
  pay,
  provider,
  subjectsOf,
} from '../../../tests/support/shopping.ts'

const emptyApp = emptiedTestApp()

const path = 'POST /api/proxy/stripe/create-cart-checkout-session'

test('a checkout opened while its track is being granted by another order is refused', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const first = await checkOut(app, mia, [track.id])
  // As after a crash before the session id was stored: it can still be paid, and does not block the next checkout.
  await expireOpenOrders(app)
  await pay(first.url)

  const second = await app.db.transaction().execute(async (tx) => {
    const deps = { ...app, db: within(tx), subjects: subjectsOf(app) }
    await checkPayment(deps, first.paymentId)
    // Not committed yet: the second click reads the track as for sale, and must wait before it inserts an order.
    const click = app.call(path, { as: mia, send: { items: [{ trackId: track.id }] } })
    const response = Promise.resolve(click)
    let hasResponded = false
    void response.finally(() => (hasResponded = true))
    await expect.poll(() => hasResponded || isAnyQueryWaitingForLock(app)).toBe(true)
    return { response }
  })
  expect((await second.response).json()).toMatchObject({ code: 'cart_changed' })
  expect(await app.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
})

async function isAnyQueryWaitingForLock(app: TestApp): Promise<boolean> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(app.db)).rows.length > 0
}

/** Makes the fulfilment's transaction part of the test's transaction. */
function within(tx: Transaction<Tables & Views>): Db {
  return new Proxy<Db>(tx, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => ({ execute: (work: (db: Db) => unknown) => work(tx) })
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Two paid checkouts: the first has Rosa's track at £5, the second has it again, together with Tom's at £3. */
async function createTrackPaidTwice(app: TestApp) {
  const [rosa, tom, mia] = [
    await createArtistWithPayouts(app),
    await createArtistWithPayouts(app),
    await createUser(app),
  ]
  const twice = await createTrack(app.db, { artistId: rosa.id, pricePence: 500 })
  const once = await createTrack(app.db, { artistId: tom.id, pricePence: 300, title: 'Lavender' })
  const first = await checkOut(app, mia, [twice.id])
  // As after a crash before the session id was stored: the first checkout can still be paid, and the next one is open.
  await expireOpenOrders(app)
  const second = await checkOut(app, mia, [twice.id, once.id])
  await pay(first.url)
  await pay(second.url)
  for (const { sessionId } of [first, second])
    await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  return { rosa, tom, mia, twice, once, first, second }
}

async function refundsOf(app: TestApp, paymentId: string) {
  const payment = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return (await provider(app).refunds.list({ charge: payment.charge_id ?? '' })).data
}

async function expectRefundedOnce(
  app: TestApp,
  paid: Awaited<ReturnType<typeof createTrackPaidTwice>>,
) {
  const { rosa, tom, mia, twice, once, first, second } = paid
  const orders = await app.db.selectFrom('orders').select(['id', 'status']).execute()
  expect(Object.fromEntries(orders.map(({ id, status }) => [id, status]))).toEqual({
    [first.orderId]: 'paid',
    [second.orderId]: 'part_refunded',
  })
  const entitlements = await app.db
    .selectFrom('entitlements')
    .select(['user_id', 'track_id'])
    .execute()
  expect(entitlements).toHaveLength(2)
  const refunds = await refundsOf(app, second.paymentId)
  expect(refunds.map(({ amount }) => amount)).toEqual([570])
  expect(await refundsOf(app, first.paymentId)).toEqual([])
  const transfers = await app.db
    .selectFrom('transfers')
    .select(['payment_id', 'artist_id', 'amount_pence', 'status'])
    .orderBy('amount_pence', 'desc')
    .execute()
  expect(transfers).toEqual([
    { payment_id: first.paymentId, artist_id: rosa.id, amount_pence: 500, status: 'sent' },
    { payment_id: second.paymentId, artist_id: tom.id, amount_pence: 300, status: 'sent' },
  ])
  // 570 + 920 paid, fees of 29 and 34, 570 refunded, 800 transferred; the platform bears the fees.
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: 570 + 920 - 29 - 34 - 570 - 800,
    stripe_fees: 63,
    platform_commission: -80,
    processing_fee: -40,
    refunds_in_transit: 0,
    customer_payable: 0,
    [rosa.id]: 0,
    [tom.id]: 0,
  })
  expect(await moneyProblems(app)).toEqual([])
  expect(await activityOf(app.db, 'purchases')).toMatchObject({ [twice.id]: 1, [once.id]: 1 })
  const toBuyer = app.emails.filter(({ to }) => to === mia.email)
  expect(toBuyer.map(({ subject }) => subject).toSorted()).toEqual([
    'Your money is on its way back',
    'Your tracks are ready to download',
    'Your tracks are ready to download',
  ])
}

test('a track paid a second time is refunded: its artist is paid once, the rest of the order stays', async () => {
  const app = await emptyApp()
  const paid = await createTrackPaidTwice(app)
  await app.work()
  await app.work()
  await expectRefundedOnce(app, paid)
})

test('the emails about an order name the granted tracks and the refunded ones', async () => {
  const app = await emptyApp()
  const { second } = await createTrackPaidTwice(app)
  await app.work()
  const { text_body } = await app.db
    .selectFrom('mails')
    .select('text_body')
    .where('about', '=', `purchase:${second.orderId}`)
    .executeTakeFirstOrThrow()
  expect(text_body).toContain('Lavender')
  expect(text_body).toContain('Total  £3.50')
  // The confirmation that the right to cancel ends.
  expect(text_body).toMatch(/you can no longer cancel it; until then you can, for 14 days\.\s/)
  expect(text_body).toContain('/refunds')
  const refundEmail = app.emails.find(({ subject }) => subject === 'Your money is on its way back')
  expect(refundEmail?.text).toContain('The Parting Glass')
  expect(refundEmail?.text).toContain('£5.70')
})

test('an order that grants nothing is fully refunded', async () => {
  const app = await emptyApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const first = await checkOut(app, mia, [track.id])
  await expireOpenOrders(app)
  const second = await checkOut(app, mia, [track.id])
  await pay(first.url)
  await pay(second.url)
  // Both at once: the first one grants.
  await Promise.all(
    [first, second].map(({ sessionId }) => app.call(`GET /api/checkout/${sessionId}`, { as: mia })),
  )
  await app.work()
  const orders = await app.db.selectFrom('orders').select('status').orderBy('status').execute()
  expect(orders).toEqual([{ status: 'paid' }, { status: 'refunded' }])
  expect(await app.db.selectFrom('transfers').select('status').execute()).toHaveLength(1)
  expect(await moneyProblems(app)).toEqual([])
})

test.each(['reset', 'cut', '500', 'stored-500', 'done-stored-500'] as const)(
  'a refund whose response is lost (%s) is sent once',
  async (how) => {
    const app = await emptyApp()
    const paid = await createTrackPaidTwice(app)
    await failNextRequest(app, how, '/v1/refunds')
    await app.work()
    await app.letTimePass()
    await app.work()
    await expectRefundedOnce(app, paid)
  },
)

test('a refund whose job was lost is sent by the reconciliation', async () => {
  const app = await emptyApp()
  const paid = await createTrackPaidTwice(app)
  await removeJobs(app.db, 'send_refund')
  await app.db
    .updateTable('refunds')
    .set({ due_at: new Date(Date.now() - 120_000) })
    .execute()
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
  await expectRefundedOnce(app, paid)
})

test('a refused refund is retried under a new key until it succeeds', async () => {
  const app = await emptyApp()
  const paid = await createTrackPaidTwice(app)
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paid.second.paymentId)
    .executeTakeFirstOrThrow()
  const setCharge = (id: string | null) =>
    app.db
      .updateTable('payments')
      .set({ charge_id: id })
      .where('id', '=', paid.second.paymentId)
      .execute()
  await setCharge('ch_gone')
  await app.work()
  const refunds = await app.db.selectFrom('refunds').selectAll().execute()
  expect(refunds).toMatchObject([{ status: 'waiting', key_number: 2, attempts: 1 }])
  await setCharge(charge)
  await app.letTimePass()
  await app.work()
  await expectRefundedOnce(app, paid)
})
