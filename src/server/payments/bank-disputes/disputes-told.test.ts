// However a bank dispute comes to light (each of its events, in any order, many at once, or never), the rows are the same.

import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import {
  checkCharge,
  decideDispute,
  openDispute,
  sellTrack,
} from '../../../../tests/support/money/bank-disputes.ts'
import { removeJobs } from '../../../../tests/support/queued-jobs.ts'
import { compareWithProvider } from '../../../../tests/support/money/compare-with-provider.ts'
import { expectSameBalance, readBalance } from '../../../../tests/support/money/provider-balance.ts'
import {
  checkOut,
  createArtistWithPayouts,
  deliver,
  ledgerOf,
  pay,
  provider,
} from '../../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestApp,
} from '../../../../tests/support/test-app.ts'
import { addJob } from '#server/jobs/add-job.ts'
import type { ChargeHistory } from '#server/gateways/payments/payments.ts'

/** Everything that a dispute changes but the ledger, without ids and times. */
async function stateOf(app: TestApp) {
  const [disputes, orders, owned, transfers, notices] = await Promise.all([
    app.db
      .selectFrom('bank_disputes')
      .select(['status', 'reason', 'amount_pence', 'lost_pence'])
      .execute(),
    app.db.selectFrom('orders').select('status').orderBy('status').execute(),
    app.db.selectFrom('entitlements').select('track_id').execute(),
    app.db.selectFrom('transfers').select(['status', 'amount_pence']).execute(),
    app.db
      .selectFrom('notifications')
      .select(['kind', 'details'])
      .where('kind', '=', 'sale_disputed')
      .execute(),
  ])
  const told = notices.map(({ details }) => JSON.stringify(details)).toSorted()
  return { disputes, orders, owned, transfers, told }
}

async function lossesOf(app: TestApp): Promise<number> {
  return (await ledgerOf(app))['losses'] ?? 0
}

async function disputeEvents(app: TestApp): Promise<Stripe.Event[]> {
  const { data } = await provider(app).events.list({ limit: 100 })
  return data.filter(({ type }) => type.startsWith('charge.dispute')).toReversed()
}

function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) =>
    ordersOf(items.toSpliced(at, 1)).map((others) => [item, ...others]),
  )
}

test.each(['won', 'lost'] as const)(
  'the events of a dispute that is %s leave the same in each order, one by one and with any of them lost',
  async (outcome) => {
    await using app = await createTestApp()
    const { charge } = await sellTrack(app)
    const owned = await entitlementsOf(app)
    await decideDispute(app, await openDispute(app, charge), outcome)
    const events = await disputeEvents(app)
    expect(events.length).toBe(outcome === 'won' ? 4 : 3)
    await compareWithProvider(app)
    await readBalance(app)
    const expected = await stateOf(app)
    expect(expected.disputes).toMatchObject([{ status: outcome }])
    await expectSameBalance(app)
    // The rest is the same whatever was delivered: each order, and each event alone, begins with nothing known.
    for (const order of [...ordersOf(events), ...events.map((event) => [event])]) {
      await forgetDispute(app, owned)
      const before = await lossesOf(app)
      for (const event of order) {
        await deliver(app, event)
        await app.work()
      }
      const types = order.map(({ type }) => type)
      expect([types, await stateOf(app)]).toEqual([types, expected])
      expect([types, (await lossesOf(app)) - before]).toEqual([types, outcome === 'lost' ? 570 : 0])
    }
  },
)

/** As before the first event, but for the ledger, which forgets nothing. */
async function forgetDispute(app: TestApp, owned: Owned): Promise<void> {
  await app.db.deleteFrom('bank_disputes').execute()
  await app.db.deleteFrom('payment_events').execute()
  await app.db.deleteFrom('notifications').where('kind', '=', 'sale_disputed').execute()
  await app.db.updateTable('orders').set({ status: 'paid' }).execute()
  await app.db
    .insertInto('entitlements')
    .values(owned)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Owned = Awaited<ReturnType<typeof entitlementsOf>>
const entitlementsOf = (app: TestApp) => app.db.selectFrom('entitlements').selectAll().execute()

test('fifty looks at once record a dispute and its loss once', async () => {
  await using app = await createTestApp()
  const { charge } = await sellTrack(app)
  await decideDispute(app, await openDispute(app, charge), 'lost')
  for (let count = 0; count < 50; count++)
    await addJob(app.db, 'check_charge', { chargeId: charge })
  await Promise.all([app.work(), app.work(), app.work(), app.work()])
  await readBalance(app)
  expect(await stateOf(app)).toMatchObject({ disputes: [{ status: 'lost', lost_pence: 570 }] })
  expect(await ledgerOf(app)).toMatchObject({ disputed: 0, losses: 570 })
  const told = app.db.selectFrom('notifications').select('id').where('kind', '=', 'sale_disputed')
  expect(await told.execute()).toHaveLength(2)
})

test('an older answer of the provider never replaces a later one, in whichever order they are recorded', async () => {
  await using app = await createTestApp()
  const { charge } = await sellTrack(app)
  const owned = await entitlementsOf(app)
  const dispute = await openDispute(app, charge)
  const histories: ChargeHistory[] = [await app.payments.readCharge(charge)]
  await provider(app).disputes.update(dispute, { evidence: { product_description: 'A track' } })
  histories.push(await app.payments.readCharge(charge))
  await decideDispute(app, dispute, 'lost')
  histories.push(await app.payments.readCharge(charge))
  await decideDispute(app, dispute, 'won')
  histories.push(await app.payments.readCharge(charge))
  const read = vi.spyOn(app.payments, 'readCharge')
  for (const order of ordersOf(histories)) {
    await forgetDispute(app, owned)
    for (const history of order) {
      read.mockResolvedValueOnce(history)
      await checkCharge(app, charge)
    }
    const { disputes, orders } = await stateOf(app)
    const states = order.map(({ disputes: [one] }) => one?.state)
    expect([states, disputes.map(({ status }) => status), orders]).toEqual([
      states,
      ['won'],
      [{ status: 'paid' }],
    ])
    expect([states, await lossesOf(app)]).toEqual([states, 0])
  }
})

test.each(['before charge.read', 'before bankDispute.record', 'after bankDispute.record'] as const)(
  'after an error %s the next look reaches the same',
  async (failpoint) => {
    await using app = await createTestApp()
    const { charge } = await sellTrack(app)
    await decideDispute(app, await openDispute(app, charge), 'lost')
    void app.failpoints.arm(failpoint, 'throw')
    await checkCharge(app, charge)
    await checkCharge(app, charge)
    await readBalance(app)
    expect(await stateOf(app)).toMatchObject({
      disputes: [{ status: 'lost', lost_pence: 570 }],
      orders: [{ status: 'disputed' }],
    })
    expect(await ledgerOf(app)).toMatchObject({ disputed: 0, losses: 570 })
    await expectSameBalance(app)
  },
)

test('a dispute that is told of before its payment is recorded is recorded with that', async () => {
  await using app = await createTestApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const { url, sessionId } = await checkOut(app, mia, [track.id])
  await pay(url, '4000000000000259')
  for (const event of await disputeEvents(app)) await deliver(app, event)
  await app.work()
  expect((await stateOf(app)).disputes).toEqual([])
  await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  await removeJobs(app.db, 'make_rendition')
  await app.work()
  expect((await stateOf(app)).disputes).toMatchObject([{ status: 'open' }])
})

test('a dispute that is over is not looked at any more by the hourly comparison; one that changes is', async () => {
  await using app = await createTestApp()
  const { charge } = await sellTrack(app)
  const dispute = await openDispute(app, charge)
  const read = vi.spyOn(app.payments, 'readCharge')
  const looks = async () => {
    read.mockClear()
    await compareWithProvider(app)
    return read.mock.calls.length
  }
  expect(await looks()).toBe(1)
  expect(await looks()).toBe(1)
  await decideDispute(app, dispute, 'lost')
  expect(await looks()).toBe(1)
  expect(await looks()).toBe(0)
  await decideDispute(app, dispute, 'won')
  expect(await looks()).toBe(1)
  expect(await looks()).toBe(0)
  expect((await stateOf(app)).disputes).toMatchObject([{ status: 'won' }])
})
