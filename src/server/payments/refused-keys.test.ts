// The provider does not accept our key: nothing is given up, and the admins are told, whichever call finds it out.

import { expect, test } from 'vitest'
import { openStripePayments } from '#server/gateways/payments/stripe-payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { checkOut, createArtistWithPayouts, pay } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
  type TestUser,
} from '../../../tests/support/test-app.ts'

const day = 24 * 3_600_000

/** Every call to the provider is refused from now on. Returns what ends that. */
function revokeKey(app: TestApp): () => void {
  const accepted = { ...app.payments }
  const revoked = openStripePayments({
    secretKey: 'sk_test_revoked',
    webhookSecret: '',
    thinWebhookSecret: '',
    apiUrl: app.sandbox.url,
  })
  Object.assign(app.payments, revoked)
  return () => void Object.assign(app.payments, accepted)
}

const askForCheckout = (app: TestApp, as: TestUser, trackIds: string[]) =>
  app.call('POST /api/proxy/stripe/create-cart-checkout-session', {
    as,
    send: { items: trackIds.map((trackId) => ({ trackId })) },
  })

const paymentsOf = async (app: TestApp) => {
  const payments = await app.db.selectFrom('payments').select(['id', 'status']).execute()
  const orders = await app.db.selectFrom('orders').select('status').execute()
  return { payments, orders: orders.map(({ status }) => status) }
}

const alarmsOf = (app: TestApp, { id }: TestUser) =>
  app.db
    .selectFrom('notifications')
    .select('details')
    .where('user_id', '=', id)
    .where('kind', '=', 'payment_alarm')
    .execute()

const theAlarm = { details: { reason: expect.stringContaining('secret key (401)') } }

async function createFixture(app: TestApp) {
  const [admin, mia] = [await createAdmin(app), await createUser(app)]
  const artist = await createArtistWithPayouts(app)
  const tracks = [
    await createTrack(app.db, { artistId: artist.id }),
    await createTrack(app.db, { artistId: artist.id }),
  ]
  return { admin, mia, artist, trackIds: tracks.map(({ id }) => id) }
}

test('a checkout that is not opened because our key is refused leaves its payment open, and so does closing it', async () => {
  await using app = await createTestApp()
  const { admin, mia, trackIds } = await createFixture(app)
  const [first = ''] = trackIds
  const acceptKey = revokeKey(app)
  const opening = await askForCheckout(app, mia, [first])
  expect([opening.statusCode, opening.json()]).toMatchObject([
    502,
    { code: 'checkout_unavailable' },
  ])
  const opened = await paymentsOf(app)
  expect(opened).toMatchObject({ payments: [{ status: 'open' }], orders: ['pending'] })
  expect(await alarmsOf(app, admin)).toMatchObject([theAlarm])

  const closing = await askForCheckout(app, mia, trackIds)
  expect([closing.statusCode, closing.json()]).toMatchObject([
    502,
    { code: 'checkout_unavailable' },
  ])
  expect(await paymentsOf(app)).toEqual(opened)
  expect(await alarmsOf(app, admin)).toMatchObject([theAlarm])

  acceptKey()
  const again = await checkOut(app, mia, [first])
  expect(again.paymentId).toBe(opened.payments[0]?.id)
  expect(await moneyProblems(app)).toEqual([])
})

test('a checkout that is not closed because our key is refused can still be paid', async () => {
  await using app = await createTestApp()
  const { admin, mia, trackIds } = await createFixture(app)
  const { url, sessionId, paymentId } = await checkOut(app, mia, trackIds.slice(0, 1))
  const acceptKey = revokeKey(app)
  const closing = await askForCheckout(app, mia, trackIds)
  expect([closing.statusCode, closing.json()]).toMatchObject([
    502,
    { code: 'checkout_unavailable' },
  ])
  expect(await paymentsOf(app)).toEqual({
    payments: [{ id: paymentId, status: 'open' }],
    orders: ['pending'],
  })
  expect(await alarmsOf(app, admin)).toMatchObject([theAlarm])

  acceptKey()
  await pay(url)
  const state = await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  expect(state.json()).toMatchObject({ state: 'paid' })
  expect(await moneyProblems(app)).toEqual([])
})

type Find = (app: TestApp, fixture: Awaited<ReturnType<typeof createFixture>>) => Promise<unknown>

/** Each asks the provider once, and fails. */
const finds: [string, Find][] = [
  [
    'the reconciliation',
    async (app) => {
      await addJob(app.db, 'reconcile_payments', {})
      await app.work()
    },
  ],
  [
    'the payment set-up of an artist',
    async (app, { artist }) => {
      const setup = await app.call('GET /api/artist/payment-setup', { as: artist })
      expect(setup.json()).toMatchObject({ code: 'payment_setup_unavailable' })
    },
  ],
]

test.each(finds)(
  'that our key is refused is told once a day when %s finds it out',
  async (_, find) => {
    await using app = await createTestApp()
    const fixture = await createFixture(app)
    await checkOut(app, fixture.mia, fixture.trackIds)
    revokeKey(app)
    const midday = new Date(app.clock.now().getTime() + day).setUTCHours(12)
    for (const [now, alarms] of [
      [midday, [theAlarm]],
      [midday + 3_600_000, [theAlarm]],
      [midday + day, [theAlarm, theAlarm]],
    ] as const) {
      await app.clock.set(new Date(now))
      await find(app, fixture)
      expect(await alarmsOf(app, fixture.admin)).toMatchObject(alarms)
    }
  },
)
