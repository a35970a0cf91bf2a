// An order whose checkout is complete while its money is not there yet.

import { expect, test, vi } from 'vitest'
import type { Checkout } from '#server/gateways/payments/payments.ts'
import { runJob } from '../../../tests/support/commissions/paying.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { checkOut, createArtistWithPayouts, pay } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'

async function createConfirming(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const [track, other] = [
    await createTrack(app.db, { artistId: artist.id }),
    await createTrack(app.db, { artistId: artist.id }),
  ]
  const checkout = await checkOut(app, mia, [track.id])
  const { findCheckout } = app.payments
  const answers: { money: Checkout['money'] } = { money: 'confirming' }
  const find = vi.spyOn(app.payments, 'findCheckout').mockImplementation(async (sessionId) => ({
    ...(await findCheckout(sessionId)),
    state: 'complete',
    ...answers,
  }))
  // As the provider does with a page that is complete.
  const expire = vi.spyOn(app.payments, 'expireCheckout').mockResolvedValue('complete')
  await runJob(app, 'reconcile_payments')
  const askFor = (trackIds: string[]) =>
    app.call('POST /api/proxy/stripe/create-cart-checkout-session', {
      as: mia,
      send: { items: trackIds.map((trackId) => ({ trackId })) },
    })
  const isReal = () => [find, expire].forEach((mock) => mock.mockRestore())
  return { mia, track, other, answers, askFor, isReal, ...checkout }
}

const statusesOf = async (app: TestApp) => {
  const orders = await app.db.selectFrom('orders').select('status').execute()
  const payments = await app.db.selectFrom('payments').select('status').execute()
  return [...orders, ...payments].map(({ status }) => status)
}

test('an order that is not confirmed yet waits, and so does the next checkout, which is told why', async () => {
  await using app = await createTestApp()
  const { mia, track, other, askFor, sessionId, url, isReal } = await createConfirming(app)
  expect(await statusesOf(app)).toEqual(['pending', 'confirming'])
  const state = await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  expect(state.json()).toMatchObject({ state: 'preparing' })
  for (const trackIds of [[track.id], [other.id]]) {
    const refused = await askFor(trackIds)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment_confirming'])
  }
  isReal()
  await pay(url)
  await runJob(app, 'reconcile_payments')
  expect(await statusesOf(app)).toEqual(['paid', 'paid'])
  expect(await moneyProblems(app)).toEqual([])
})

test('an order whose money does not come in has failed, and the customer buys on', async () => {
  await using app = await createTestApp()
  const { mia, track, askFor, sessionId, answers } = await createConfirming(app)
  answers.money = 'failed'
  await runJob(app, 'reconcile_payments')
  expect(await statusesOf(app)).toEqual(['failed', 'failed'])
  const state = await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  expect(state.json()).toMatchObject({ state: 'closed' })
  expect((await askFor([track.id])).statusCode).toBe(200)
  expect(await app.db.selectFrom('entitlements').select('track_id').execute()).toEqual([])
})
