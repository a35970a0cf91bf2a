// Random histories of buying, with duplicate events, faults of the provider and crashes: no penny may be lost or paid twice.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { payAsCustomer } from '../../../sandbox/pay-as-customer.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import {
  anyHistory,
  paidAndForbidden,
  paidTwice,
  type Step,
} from '../../../tests/support/money/random-histories.ts'
import {
  createArtistWithPayouts,
  deliver,
  eventsOf,
  ledgerOf,
  failNextRequest,
  provider,
} from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const seed = 20_261_122
/** The two examples and seven random ones: together more than ten payments, transfers and refunds each. */
const histories = 9

test(`whatever customers, faults and crashes do, each penny is accounted for after each step (seed ${seed})`, async () => {
  let refunds = 0
  await fc.assert(
    fc.asyncProperty(anyHistory, async (steps) => {
      await using app = await createTestApp()
      const market = await openMarket(app)
      for (const step of steps) {
        await take(market, step)
        expect(await problemsThatNothingExcuses(app)).toEqual([])
      }
      await settle(market)
      refunds += await expectAllAccountedFor(app)
    }),
    { seed, numRuns: histories, examples: [[paidTwice], [paidAndForbidden]] },
  )
  // The examples alone have two: otherwise the random histories do not reach what they are for.
  expect(refunds).toBeGreaterThan(2)
})

type Market = {
  app: TestApp
  admin: TestUser
  artists: TestUser[]
  customers: TestUser[]
  trackIds: string[]
  checkouts: { customer: TestUser; url: string; sessionId: string }[]
}

async function openMarket(app: TestApp): Promise<Market> {
  const [rosa, tom] = [await createArtistWithPayouts(app), await createArtistWithPayouts(app)]
  const trackIds: string[] = []
  for (const [artist, pricePence] of [
    [rosa, 500],
    [tom, 333],
    [tom, 99],
    // Its price is the processing fee alone: too little for a payment, and nothing to transfer.
    [tom, 0],
  ] as const) {
    trackIds.push((await createTrack(app.db, { artistId: artist.id, pricePence })).id)
  }
  const customers = [await createUser(app), await createUser(app)]
  const admin = await createAdmin(app)
  return { app, admin, artists: [rosa, tom], customers, trackIds, checkouts: [] }
}

async function take(market: Market, step: Step): Promise<void> {
  const { app, customers, trackIds, checkouts } = market
  if (step.do === 'add' || step.do === 'remove') {
    const [as, trackId] = [customers[step.customer], trackIds[step.track]]
    await call(
      app,
      step.do === 'add'
        ? { route: 'POST /api/proxy/auth/cart/add', as, send: { trackId } }
        : { route: `DELETE /api/proxy/auth/cart/remove/${trackId}`, as },
    )
  } else if (step.do === 'checkOut') {
    await checkOut(market, step)
  } else if ('checkout' in step) {
    const chosen = checkouts.at(step.checkout % Math.max(1, checkouts.length))
    if (chosen === undefined) return
    if (step.do === 'pay') await payAsCustomer(chosen.url, { card: step.card })
    if (step.do === 'poll')
      await call(app, { route: `GET /api/checkout/${chosen.sessionId}`, as: chosen.customer })
    if (step.do === 'deliver') await deliverOften(app, chosen.sessionId, step.times)
  } else if (step.do === 'fault') {
    for (let times = 0; times < step.times; times++)
      await failNextRequest(app, step.fault, step.path)
  } else if (step.do === 'take-down' || step.do === 'put-back' || 'artist' in step) {
    await decide(market, step)
  } else {
    await pass(app, step.do)
  }
}

async function decide(
  { app, admin, artists, trackIds }: Market,
  step: Extract<Step, { do: 'take-down' | 'put-back' | 'ban' | 'unban' | 'release' }>,
) {
  const artistId = 'artist' in step ? artists[step.artist]?.id : undefined
  const path =
    'track' in step
      ? `tracks/${trackIds[step.track]}/${step.do}`
      : step.do === 'release'
        ? `users/${artistId}/release-transfers`
        : `${step.do}-user`
  const words = step.do === 'release' ? { note: 'Settled.' } : { reason: 'A copy.' }
  const send = { ...words, ...(artistId === undefined ? {} : { artistId }) }
  await call(app, { route: `POST /api/proxy/admin/${path}`, as: admin, send })
}

type Sent = { route: string; as: TestUser | undefined; send?: object }

/** A refusal is a valid response; an unexpected error is not. */
async function call(app: TestApp, { route, as, send }: Sent) {
  const response = await app.call(route, { ...(as ? { as } : {}), ...(send ? { send } : {}) })
  expect([200, 404, 409, 502, 503]).toContain(response.statusCode)
  return response
}

async function checkOut(market: Market, step: Extract<Step, { do: 'checkOut' }>): Promise<void> {
  const { app, customers, trackIds, checkouts } = market
  const buyer = customers[step.customer]
  const items = step.tracks.map((at) => ({ trackId: trackIds[at] }))
  const route = 'POST /api/proxy/stripe/create-cart-checkout-session'
  const response = await call(app, { route, as: buyer, send: { items } })
  if (response.statusCode !== 200 || buyer === undefined) return
  const { url } = response.json<{ url: string }>()
  const sessionId = /cs_[A-Za-z0-9_]+/.exec(url)?.[0] ?? ''
  if (!checkouts.some((one) => one.url === url)) checkouts.push({ customer: buyer, url, sessionId })
}

/** The same events again and again, the newest first. */
async function deliverOften(app: TestApp, sessionId: string, times: number): Promise<void> {
  const events = await withoutFaults(() => eventsOf(app, sessionId))
  for (let sent = 0; sent < times; sent++) {
    for (const event of events.toReversed()) {
      expect((await deliver(app, event)).statusCode).toBe(200)
    }
  }
}

async function pass(
  app: TestApp,
  what: 'crash' | 'work' | 'retry' | 'reconcile' | 'expire' | 'pay-out',
): Promise<void> {
  // As after a crash before the session id was stored: the checkout can still be paid, and does not block the next one.
  if (what === 'crash') {
    const { db } = app
    await db
      .updateTable('orders')
      .set({ status: 'expired' })
      .where('status', '=', 'pending')
      .execute()
    await db
      .updateTable('payments')
      .set({ status: 'expired' })
      .where('status', '=', 'open')
      .execute()
  }
  // Checkouts expire, and the provider deletes its idempotency keys.
  if (what === 'expire') await app.clock.move({ hours: 25 })
  if (what === 'reconcile') {
    await addJob(app.db, 'close_unavailable_checkouts', {})
    await addJob(app.db, 'reconcile_payments', {})
  }
  // The operator takes all that is available, also what is owed.
  if (what === 'pay-out') await app.sandbox.control('POST payout', {})
  if (what === 'retry') await app.letTimePass()
  if (what !== 'crash' && what !== 'expire') await app.work()
}

/** The test's own calls to the provider may meet a fault that was planned for the app's calls. */
async function withoutFaults<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch(() => work())
}

/** What may be true between a step and the work that follows from it. */
const passing = [
  // The payment is made, and the app has not been told yet.
  /^payment \S+ is (open|expired), but was paid$/,
  /^charge \S+ has no payment$/,
  // The app crashed before the session id was stored.
  /^payment \S+ is expired: \d can be paid$/,
  // The transfer or refund is made, and its response was lost.
  /^(transfer|refund) \S+ is waiting, and was made 1 times$/,
  /^the balance at the provider is /,
  /^balance transaction \S+ \((charge|transfer|refund)\) is not booked$/,
]

async function problemsThatNothingExcuses(app: TestApp): Promise<string[]> {
  const problems = await moneyProblems(app)
  return problems.filter((problem) => !passing.some((pattern) => pattern.test(problem)))
}

/** Every open session expires, every event arrives, every hold ends, and every pause before an attempt is over. */
async function settle(market: Market): Promise<void> {
  const { app } = market
  await app.sandbox.control('POST topup', { pence: 100_000 })
  for (const artist of [0, 1]) await decide(market, { do: 'release', artist })
  // The provider decides about what is paid later.
  await app.clock.move({ days: 3 })
  await pass(app, 'expire')
  for (let round = 0; round < 12; round++) {
    for (const event of await withoutFaults(() => provider(app).events.list({ limit: 100 })).then(
      (list) => list.data,
    ))
      await deliver(app, event)
    await app.letTimePass()
    await pass(app, 'reconcile')
    if ((await moneyProblems(app)).length === 0 && (await isAllSent(app))) return
  }
}

async function isAllSent(app: TestApp): Promise<boolean> {
  const balances = await ledgerOf(app)
  const { platform_commission = 0, processing_fee = 0, stripe_fees = 0 } = balances
  return (
    (balances['stripe_pending'] ?? 0) + platform_commission + processing_fee + stripe_fees === 0
  )
}

/** What customers paid went to artists, back to customers, or is the platform's: nothing is left over or missing. */
async function expectAllAccountedFor(app: TestApp): Promise<number> {
  expect(await moneyProblems(app)).toEqual([])
  const { objects } = (await app.sandbox.control('GET snapshot')) as {
    objects: Record<'charge' | 'transfer' | 'refund', { amount: number; paid?: boolean }[]>
  }
  const total = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
  const { platform_commission = 0, processing_fee = 0 } = await ledgerOf(app)
  const paid = total(objects.charge.filter((charge) => charge.paid === true))
  expect({ paid }).toEqual({
    paid: total(objects.transfer) + total(objects.refund) - platform_commission - processing_fee,
  })
  return objects.refund.length
}
