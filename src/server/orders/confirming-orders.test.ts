// An order whose checkout is complete while its money is not there yet.

import { expect, test } from 'vitest'
import { runJob } from '../../../tests/support/commissions/paying.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { checkOut, createArtistWithPayouts, pay } from '../../../tests/support/shopping.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../tests/support/test-app.ts'

const emptyApp = emptiedTestApp()

const confirmedLater = '4000000000001091'

async function createConfirming(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const [track, other] = [
    await createTrack(app.db, { artistId: artist.id }),
    await createTrack(app.db, { artistId: artist.id }),
  ]
  const checkout = await checkOut(app, mia, [track.id])
  await pay(checkout.url, confirmedLater)
  await runJob(app, 'reconcile_payments')
  const askFor = (trackIds: string[]) =>
    app.call('POST /api/proxy/stripe/create-cart-checkout-session', {
      as: mia,
      send: { items: trackIds.map((trackId) => ({ trackId })) },
    })
  const decide = (outcome: 'succeeded' | 'failed') =>
    app.sandbox.control('POST payment', { session: checkout.sessionId, outcome })
  return { mia, track, other, decide, askFor, ...checkout }
}

const statusesOf = async (app: TestApp) => {
  const orders = await app.db.selectFrom('orders').select('status').execute()
  const payments = await app.db.selectFrom('payments').select('status').execute()
  return [...orders, ...payments].map(({ status }) => status)
}

test('an order that is not confirmed yet waits, and so does the next checkout, which is told why', async () => {
  const app = await emptyApp()
  const { mia, track, other, askFor, sessionId, decide } = await createConfirming(app)
  expect(await statusesOf(app)).toEqual(['pending', 'confirming'])
  const state = await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  expect(state.json()).toMatchObject({ state: 'preparing' })
  for (const trackIds of [[track.id], [other.id]]) {
    const refused = await askFor(trackIds)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment_confirming'])
  }
  await decide('succeeded')
  await runJob(app, 'reconcile_payments')
  expect(await statusesOf(app)).toEqual(['paid', 'paid'])
  expect(await moneyProblems(app)).toEqual([])
})

test('an order whose money does not come in has failed, and the customer buys on', async () => {
  const app = await emptyApp()
  const { mia, track, askFor, sessionId, decide } = await createConfirming(app)
  await decide('failed')
  await runJob(app, 'reconcile_payments')
  expect(await statusesOf(app)).toEqual(['failed', 'failed'])
  const state = await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  expect(state.json()).toMatchObject({ state: 'closed' })
  expect((await askFor([track.id])).statusCode).toBe(200)
  expect(await app.db.selectFrom('entitlements').select('track_id').execute()).toEqual([])
})
