// Refunds that somebody makes at the provider: each becomes a refund of what was sold, or a question for the admins.

import { expect, test } from 'vitest'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { checkCharge, openDispute, sellTrack } from '../../../tests/support/money/bank-disputes.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { expectSameBalance, readBalance } from '../../../tests/support/money/provider-balance.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import {
  createArtistWithPayouts,
  deliver,
  paidCart,
  provider,
} from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../tests/support/test-app.ts'

const refunds = (app: TestApp) =>
  app.db
    .selectFrom('refunds')
    .select(['amount_pence', 'artist_pence', 'status', 'cause', 'provider_id'])
    .orderBy('created_at')
    .execute()

const owned = async (app: TestApp) =>
  (await app.db.selectFrom('entitlements').select('track_id').execute()).length

test.each([
  ['whole', 570, 500, 0],
  ['part', 200, 175, 1],
] as const)(
  'a refund of the %s of the only track is recorded as given back, by the hourly comparison alone',
  async (_case, pence, artistPence, left) => {
    await using app = await createTestApp()
    const { charge } = await sellTrack(app)
    const made = await provider(app).refunds.create({ charge, amount: pence })
    await app.clock.move({ minutes: 11 })
    expect(await compareWithProvider(app)).toEqual([])
    expect(await compareWithProvider(app)).toEqual([])
    const refund = { amount_pence: pence, artist_pence: artistPence, cause: 'given_back' }
    expect(await refunds(app)).toEqual([{ ...refund, status: 'sent', provider_id: made.id }])
    expect(await owned(app)).toBe(left)
    await app.work()
    await readBalance(app)
    await expectSameBalance(app)
  },
)

/** Three tracks of one artist: two of the same price, and one that costs less. */
async function sellThree(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const prices = [500, 500, 300]
  const tracks = []
  for (const pricePence of prices)
    tracks.push(await createTrack(app.db, { artistId: artist.id, pricePence }))
  const { paymentId } = await paidCart(
    app,
    mia,
    tracks.map(({ id }) => id),
  )
  await removeJobs(app.db, 'make_rendition')
  await app.work()
  const payment = app.db.selectFrom('payments').select('charge_id').where('id', '=', paymentId)
  return { charge: (await payment.executeTakeFirstOrThrow()).charge_id ?? '', tracks }
}

test('a refund that only one line costs is of that line', async () => {
  await using app = await createTestApp()
  const { charge, tracks } = await sellThree(app)
  await provider(app).refunds.create({ charge, amount: 350 })
  await checkCharge(app, charge)
  expect(await refunds(app)).toMatchObject([{ amount_pence: 350, status: 'sent' }])
  const rows = await app.db.selectFrom('entitlements').select('track_id').execute()
  expect(new Set(rows.map(({ track_id: id }) => id))).toEqual(
    new Set([tracks[0]?.id, tracks[1]?.id]),
  )
  await readBalance(app)
  await expectSameBalance(app)
})

test('a refund that several lines cost is a question for the admins', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { charge } = await sellThree(app)
  const { id: made } = await provider(app).refunds.create({ charge, amount: 570 })
  await checkCharge(app, charge)
  expect(await refunds(app)).toEqual([])
  expect(await owned(app)).toBe(3)
  const { notifications } = await notificationsOf(app, admin)
  expect(notifications.map(({ addition }) => addition)).toContainEqual(
    expect.stringContaining(`£5.70 of £14.90 was given back (${made})`),
  )
  for (const minutes of [1, 11]) {
    await app.clock.move({ minutes })
    expect(await compareWithProvider(app)).toEqual([`refund_without_row: ${made}`])
  }
})

test('the events of a refund leave one refund in each order, fifty at once, and with a dispute after it', async () => {
  await using app = await createTestApp()
  const { charge } = await sellTrack(app)
  await provider(app).refunds.create({ charge, amount: 200 })
  const { data } = await provider(app).events.list({ limit: 100 })
  const events = data.filter(({ type }) => /^refund\.|^charge\.refunded/.test(type))
  expect(events.map(({ type }) => type).toSorted()).toEqual(['charge.refunded', 'refund.created'])
  for (const order of [events, events.toReversed()]) {
    const again = order.map((event) => ({ ...event, id: `${event.id}_${crypto.randomUUID()}` }))
    for (const event of again) {
      await Promise.all(Array.from({ length: 25 }, () => deliver(app, event)))
      await Promise.all([app.work(), app.work()])
    }
  }
  expect(await refunds(app)).toHaveLength(1)
  await openDispute(app, charge)
  await checkCharge(app, charge)
  expect(await refunds(app)).toHaveLength(1)
  await readBalance(app)
  await expectSameBalance(app)
})

test.each(['before refund.adopt', 'after refund.adopt'] as const)(
  'after an error %s the next look reaches the same',
  async (failpoint) => {
    await using app = await createTestApp()
    const { charge } = await sellTrack(app)
    await provider(app).refunds.create({ charge })
    void app.failpoints.arm(failpoint, 'throw')
    await checkCharge(app, charge)
    await checkCharge(app, charge)
    expect(await refunds(app)).toMatchObject([{ amount_pence: 570, status: 'sent' }])
    await readBalance(app)
    await expectSameBalance(app)
  },
)
