import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { removeJobs } from '../../../tests/support/queued-jobs.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import {
  createArtistWithPayouts,
  checkOut,
  expireOpenOrders,
  deliver,
  ledgerOf,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'

const goodCard = '4242424242424242'
const slowCard = '4000000000007726'
const hour = 3_600_000
const paid = 570 - 29 - 500 + 570 - 29
const arrived = { stripe_pending: paid - 570, refunds_in_transit: 0, customer_payable: 0 }
const onItsWay = { stripe_pending: paid - 570, refunds_in_transit: 570, customer_payable: -570 }
const owed = { stripe_pending: paid, refunds_in_transit: 0, customer_payable: -570 }

/** A track paid a second time, with this card; the whole second order has been refunded. */
async function createMadeRefund(app: TestApp, card: string) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const first = await checkOut(app, mia, [track.id])
  await expireOpenOrders(app)
  const second = await checkOut(app, mia, [track.id])
  await pay(first.url)
  await pay(second.url, card)
  for (const { sessionId } of [first, second])
    await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  // The track has no recording to be rendered.
  await removeJobs(app.db, 'make_rendition')
  await app.work()
  const { provider_id: providerId } = await theRefund(app)
  return { orderId: second.orderId, providerId: providerId ?? '' }
}

const theRefund = (app: TestApp) =>
  app.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()

const decide = (app: TestApp, refund: string, outcome: 'succeeded' | 'failed' | 'canceled') =>
  app.sandbox.control('POST refund', { refund, outcome })

async function statusOf(app: TestApp, orderId: string) {
  const order = app.db.selectFrom('orders').select('status').where('id', '=', orderId)
  return (await order.executeTakeFirstOrThrow()).status
}

const refundEmails = (app: TestApp) =>
  app.emails.filter(({ subject }) => subject === 'Your money is on its way back')

/** By the provider's events or, without any, by the reconciliation. */
async function receiveOutcome(app: TestApp, how: 'events' | 'reconciliation', type: string) {
  if (how === 'events') {
    const { data } = await provider(app).events.list({ type })
    for (const event of data) await deliver(app, event)
  } else {
    await passOneDay(app)
    await addJob(app.db, 'reconcile_payments', {})
  }
  await app.work()
}

const passOneDay = (app: TestApp) => app.clock.move({ hours: 25 })

test.each(['events', 'reconciliation'] as const)(
  'a pending refund is booked when it leaves the balance, and as arrived and emailed once it has succeeded (by %s)',
  async (how) => {
    await using app = await createTestApp()
    const { orderId, providerId } = await createMadeRefund(app, slowCard)
    expect(await theRefund(app)).toMatchObject({ status: 'pending', sent_at: null })
    expect(await ledgerOf(app)).toMatchObject(onItsWay)
    expect(await statusOf(app, orderId)).toBe('paid')
    expect(refundEmails(app)).toEqual([])
    expect(await moneyProblems(app)).toEqual([])

    await decide(app, providerId, 'succeeded')
    await receiveOutcome(app, how, 'refund.updated')
    await receiveOutcome(app, how, 'refund.updated')
    expect(await theRefund(app)).toMatchObject({ status: 'sent', provider_id: providerId })
    expect(await ledgerOf(app)).toMatchObject(arrived)
    expect(await statusOf(app, orderId)).toBe('refunded')
    expect(await moneyProblems(app)).toEqual([])
    expect(refundEmails(app).map(({ text }) => text)).toEqual([expect.stringContaining('£5.70')])
  },
)

test.each([
  ['a pending refund', slowCard, 'failed', 'events', 'refund.failed'],
  ['a pending refund', slowCard, 'failed', 'reconciliation', ''],
  ['a refund that had succeeded', goodCard, 'failed', 'events', 'refund.failed'],
  ['a refund that had succeeded', goodCard, 'failed', 'reconciliation', ''],
] as const)(
  '%s that was returned is owed again and sent again (card %s, %s, by %s)',
  async (_what, card, outcome, how, type) => {
    await using app = await createTestApp()
    const { orderId, providerId } = await createMadeRefund(app, card)
    const error = vi.spyOn(app.http.log, 'error')
    await decide(app, providerId, outcome)
    await receiveOutcome(app, how, type)
    const refund = await theRefund(app)
    expect(refund).toMatchObject({ status: 'waiting', provider_id: null, key_number: 2 })
    expect(refund.due_at.getTime()).toBeGreaterThan(Date.now())
    expect(error.mock.calls).toContainEqual([
      { refund: refund.id, order: orderId, problem: expect.stringContaining(providerId) },
      'a refund came back',
    ])
    expect(await ledgerOf(app)).toMatchObject(owed)
    expect(await statusOf(app, orderId)).toBe('paid')
    expect(refundEmails(app)).toHaveLength(card === goodCard ? 1 : 0)
    expect(await moneyProblems(app)).toEqual([])

    await app.letTimePass()
    await app.work()
    const again = await theRefund(app)
    expect(again.provider_id).not.toBe(providerId)
    if (card === slowCard) {
      await decide(app, again.provider_id ?? '', 'succeeded')
      await receiveOutcome(app, 'events', 'refund.updated')
    }
    expect(await theRefund(app)).toMatchObject({ status: 'sent' })
    expect(await ledgerOf(app)).toMatchObject(arrived)
    expect(await statusOf(app, orderId)).toBe('refunded')
    expect(await moneyProblems(app)).toEqual([])
  },
)

const refundsMade = async (app: TestApp) => (await provider(app).refunds.list()).data.length

/** A failed refund needs the operator: the money is still owed, and no job sends it. */
async function expectFailed(app: TestApp, orderId: string) {
  const made = await refundsMade(app)
  const { id: refundId } = await theRefund(app)
  await passOneDay(app)
  await addJob(app.db, 'reconcile_payments', {})
  await addJob(app.db, 'send_refund', { refundId })
  await addJob(app.db, 'check_refund', { refundId })
  await app.letTimePass()
  await app.work()
  expect(await refundsMade(app)).toBe(made)
  expect(await theRefund(app)).toMatchObject({ status: 'failed', provider_id: null, sent_at: null })
  expect(await ledgerOf(app)).toMatchObject(owed)
  expect(await statusOf(app, orderId)).toBe('paid')
  expect(await moneyProblems(app)).toEqual([])
}

/** As described in docs/operations.md; the reconciliation runs more than a minute later. */
async function requeueFailedRefund(app: TestApp) {
  await sql`update refunds set status = 'waiting', due_at = now() where status = 'failed'`.execute(
    app.db,
  )
  await sql`update refunds set due_at = due_at - interval '61 seconds'`.execute(app.db)
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
}

test.each([
  ['events', slowCard],
  ['reconciliation', slowCard],
  ['reconciliation', goodCard],
] as const)(
  'a refund cancelled at the provider has failed until the operator requeues it (%s, card %s)',
  async (how, card) => {
    await using app = await createTestApp()
    const { orderId, providerId } = await createMadeRefund(app, card)
    const error = vi.spyOn(app.http.log, 'error')
    await decide(app, providerId, 'canceled')
    await receiveOutcome(app, how, 'refund.updated')
    expect(error.mock.calls).toEqual([
      [
        {
          refund: (await theRefund(app)).id,
          order: orderId,
          problem: expect.stringContaining(providerId),
        },
        'a refund has failed: it needs a person',
      ],
    ])
    await expectFailed(app, orderId)

    await requeueFailedRefund(app)
    const again = await theRefund(app)
    expect(again.provider_id).not.toBe(providerId)
    if (card === slowCard) {
      await decide(app, again.provider_id ?? '', 'succeeded')
      await receiveOutcome(app, 'events', 'refund.updated')
    }
    expect(await theRefund(app)).toMatchObject({ status: 'sent' })
    expect(await ledgerOf(app)).toMatchObject(arrived)
    expect(await moneyProblems(app)).toEqual([])
  },
)

test.each([slowCard, goodCard])(
  'a refund that is returned a third time has failed (card %s)',
  async (card) => {
    await using app = await createTestApp()
    const { orderId } = await createMadeRefund(app, card)
    const error = vi.spyOn(app.http.log, 'error')
    for (const status of ['waiting', 'waiting', 'failed']) {
      await decide(app, (await theRefund(app)).provider_id ?? '', 'failed')
      await receiveOutcome(app, 'reconciliation', '')
      expect(await theRefund(app)).toMatchObject({ status })
      if (status === 'failed') break
      await app.letTimePass()
      await app.work()
    }
    expect(error.mock.calls.map(([, text]) => text)).toEqual([
      'a refund came back',
      'a refund came back',
      'a refund has failed: it needs a person',
    ])
    expect(await refundsMade(app)).toBe(3)
    await expectFailed(app, orderId)
  },
)

test('a refund that fails at once counts like one that fails later: it has failed after three', async () => {
  await using app = await createTestApp()
  const { sendRefund, readRefund } = app.payments
  app.payments.sendRefund = async (refund) => {
    const { providerId } = await sendRefund(refund)
    await decide(app, providerId, 'failed')
    return readRefund(providerId)
  }
  const error = vi.spyOn(app.http.log, 'error')
  const { orderId } = await createMadeRefund(app, goodCard)
  for (const status of ['waiting', 'waiting', 'failed']) {
    expect(await theRefund(app)).toMatchObject({ status, provider_id: null })
    expect(await ledgerOf(app)).toMatchObject(owed)
    expect(await moneyProblems(app)).toEqual([])
    if (status === 'failed') break
    await app.letTimePass()
    await app.work()
  }
  expect(error.mock.calls.map(([, text]) => text)).toEqual([
    'a refund came back',
    'a refund came back',
    'a refund has failed: it needs a person',
  ])
  expect(await refundsMade(app)).toBe(3)
  expect(refundEmails(app)).toEqual([])
  await expectFailed(app, orderId)
})

test('a refund that a former version recorded as sent is checked as well', async () => {
  await using app = await createTestApp()
  const { providerId } = await createMadeRefund(app, goodCard)
  await app.db
    .updateTable('refunds')
    .set({ checked_at: null, sent_at: new Date(Date.now() - 25 * hour) })
    .execute()
  await decide(app, providerId, 'failed')
  await addJob(app.db, 'reconcile_payments', {})
  await app.work()
  expect(await theRefund(app)).toMatchObject({ status: 'waiting', returns: 1 })
})

test('events about refunds without a row change nothing, and are processed', async () => {
  await using app = await createTestApp()
  await createMadeRefund(app, goodCard)
  const before = await theRefund(app)
  for (const [at, metadata] of [
    {},
    { refund_id: 'mine' },
    { refund_id: crypto.randomUUID() },
  ].entries()) {
    const object = { id: `re_${at}`, object: 'refund', status: 'failed', metadata }
    const event = { id: `evt_${at}`, object: 'event', type: 'refund.failed', livemode: false }
    await deliver(app, { ...event, data: { object } })
  }
  await app.work()
  expect(await theRefund(app)).toEqual(before)
})
