import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addJob } from '#server/jobs/add-job.ts'
import { moneyProblems } from '../../../tests/support/money-problems.ts'
import { aPerson, aTrack, openScene, type Scene } from '../../../tests/support/scene.ts'
import {
  aPayableArtist,
  checkOut,
  deliver,
  ledgerOf,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'

const goodCard = '4242424242424242'
const slowCard = '4000000000007726'
const hour = 3_600_000
const arrived = { stripe_pending: 570 - 29 - 500 + 570 - 29 - 570, customer_payable: 0 }
const owed = { stripe_pending: 570 - 29 - 500 + 570 - 29, customer_payable: -570 }

/** A track paid a second time with this card; the refund of the whole second order has been made. */
async function aMadeRefund(scene: Scene, card: string) {
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id, pricePence: 500 })
  const first = await checkOut(scene, mia, [track.id])
  await scene.db.updateTable('orders').set({ status: 'expired' }).execute()
  const second = await checkOut(scene, mia, [track.id])
  await pay(first.url)
  await pay(second.url, card)
  for (const { sessionId } of [first, second])
    await scene.call(`GET /api/checkout/${sessionId}`, { as: mia })
  await scene.work()
  const { refund_id: providerId } = await theRefund(scene)
  return { orderId: second.orderId, providerId: providerId ?? '' }
}

const theRefund = (scene: Scene) =>
  scene.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()

const decide = (scene: Scene, refund: string, outcome: 'succeeded' | 'failed' | 'canceled') =>
  scene.sandbox.control('POST refund', { refund, outcome })

async function statusOf(scene: Scene, orderId: string) {
  const order = scene.db.selectFrom('orders').select('status').where('id', '=', orderId)
  return (await order.executeTakeFirstOrThrow()).status
}

const refundLetters = (scene: Scene) =>
  scene.letters.filter(({ subject }) => subject === 'Your money is on its way back')

/** By the provider's events, or, should none come, by asking. */
async function hear(scene: Scene, how: 'events' | 'reconciliation', type: string) {
  if (how === 'events') {
    const { data } = await provider(scene).events.list({ type })
    for (const event of data) await deliver(scene, event)
  } else {
    await aDayLater(scene)
    await addJob(scene.db, 'reconcile_payments', {})
  }
  await scene.work()
}

const aDayLater = (scene: Scene) =>
  scene.db
    .updateTable('refunds')
    .set({ checked_at: new Date(Date.now() - 25 * hour), due_at: new Date(Date.now() - 25 * hour) })
    .execute()

test.each(['events', 'reconciliation'] as const)(
  'a pending refund is booked and told once it has arrived, as %s say',
  async (how) => {
    await using scene = await openScene()
    const { orderId, providerId } = await aMadeRefund(scene, slowCard)
    expect(await theRefund(scene)).toMatchObject({ status: 'pending', sent_at: null })
    expect(await ledgerOf(scene)).toMatchObject(owed)
    expect(await statusOf(scene, orderId)).toBe('paid')
    expect(refundLetters(scene)).toEqual([])
    expect(await moneyProblems(scene)).toEqual([])

    await decide(scene, providerId, 'succeeded')
    await hear(scene, how, 'refund.updated')
    await hear(scene, how, 'refund.updated')
    expect(await theRefund(scene)).toMatchObject({ status: 'sent', refund_id: providerId })
    expect(await ledgerOf(scene)).toMatchObject(arrived)
    expect(await statusOf(scene, orderId)).toBe('refunded')
    expect(await moneyProblems(scene)).toEqual([])
    expect(refundLetters(scene).map(({ text }) => text)).toEqual([expect.stringContaining('£5.70')])
  },
)

test.each([
  ['a pending refund', slowCard, 'failed', 'events', 'refund.failed'],
  ['a pending refund', slowCard, 'failed', 'reconciliation', ''],
  ['a refund that had arrived', goodCard, 'failed', 'events', 'refund.failed'],
  ['a refund that had arrived', goodCard, 'failed', 'reconciliation', ''],
] as const)(
  '%s that came back is owed again and made again (card %s, %s, heard by %s)',
  async (_what, card, outcome, how, type) => {
    await using scene = await openScene()
    const { orderId, providerId } = await aMadeRefund(scene, card)
    const error = vi.spyOn(scene.http.log, 'error')
    await decide(scene, providerId, outcome)
    await hear(scene, how, type)
    const refund = await theRefund(scene)
    expect(refund).toMatchObject({ status: 'waiting', refund_id: null, attempt: 2 })
    expect(refund.due_at.getTime()).toBeGreaterThan(Date.now())
    expect(error.mock.calls).toContainEqual([
      { refund: refund.id, order: orderId, problem: expect.stringContaining(providerId) },
      'a refund came back',
    ])
    expect(await ledgerOf(scene)).toMatchObject(owed)
    expect(await statusOf(scene, orderId)).toBe('paid')
    expect(refundLetters(scene)).toHaveLength(card === goodCard ? 1 : 0)
    expect(await moneyProblems(scene)).toEqual([])

    await scene.letTimePass()
    await scene.work()
    const again = await theRefund(scene)
    expect(again.refund_id).not.toBe(providerId)
    if (card === slowCard) {
      await decide(scene, again.refund_id ?? '', 'succeeded')
      await hear(scene, 'events', 'refund.updated')
    }
    expect(await theRefund(scene)).toMatchObject({ status: 'sent' })
    expect(await ledgerOf(scene)).toMatchObject(arrived)
    expect(await statusOf(scene, orderId)).toBe('refunded')
    expect(await moneyProblems(scene)).toEqual([])
  },
)

const refundsMade = async (scene: Scene) => (await provider(scene).refunds.list()).data.length

/** A refund that a person decides about: the money is still owed, and nothing moves it. */
async function expectStuck(scene: Scene, orderId: string) {
  const made = await refundsMade(scene)
  const { id: refundId } = await theRefund(scene)
  await aDayLater(scene)
  await addJob(scene.db, 'reconcile_payments', {})
  await addJob(scene.db, 'send_refund', { refundId })
  await addJob(scene.db, 'check_refund', { refundId })
  await scene.letTimePass()
  await scene.work()
  expect(await refundsMade(scene)).toBe(made)
  expect(await theRefund(scene)).toMatchObject({ status: 'stuck', refund_id: null, sent_at: null })
  expect(await ledgerOf(scene)).toMatchObject(owed)
  expect(await statusOf(scene, orderId)).toBe('paid')
  expect(await moneyProblems(scene)).toEqual([])
}

/** As docs/operations.md says; the reconciliation comes a good minute later. */
async function askForItAgain(scene: Scene) {
  await sql`update refunds set status = 'waiting', due_at = now() where status = 'stuck'`.execute(
    scene.db,
  )
  await sql`update refunds set due_at = due_at - interval '61 seconds'`.execute(scene.db)
  await addJob(scene.db, 'reconcile_payments', {})
  await scene.work()
}

test.each([
  ['events', slowCard],
  ['reconciliation', slowCard],
  ['reconciliation', goodCard],
] as const)(
  'a refund that was cancelled at the provider is stuck until a person asks for it again (%s, card %s)',
  async (how, card) => {
    await using scene = await openScene()
    const { orderId, providerId } = await aMadeRefund(scene, card)
    const error = vi.spyOn(scene.http.log, 'error')
    await decide(scene, providerId, 'canceled')
    await hear(scene, how, 'refund.updated')
    expect(error.mock.calls).toEqual([
      [
        {
          refund: (await theRefund(scene)).id,
          order: orderId,
          problem: expect.stringContaining(providerId),
        },
        'a refund is stuck: it needs a person',
      ],
    ])
    await expectStuck(scene, orderId)

    await askForItAgain(scene)
    const again = await theRefund(scene)
    expect(again.refund_id).not.toBe(providerId)
    if (card === slowCard) {
      await decide(scene, again.refund_id ?? '', 'succeeded')
      await hear(scene, 'events', 'refund.updated')
    }
    expect(await theRefund(scene)).toMatchObject({ status: 'sent' })
    expect(await ledgerOf(scene)).toMatchObject(arrived)
    expect(await moneyProblems(scene)).toEqual([])
  },
)

test.each([slowCard, goodCard])(
  'a refund that comes back a third time is stuck (card %s)',
  async (card) => {
    await using scene = await openScene()
    const { orderId } = await aMadeRefund(scene, card)
    const error = vi.spyOn(scene.http.log, 'error')
    for (const status of ['waiting', 'waiting', 'stuck']) {
      await decide(scene, (await theRefund(scene)).refund_id ?? '', 'failed')
      await hear(scene, 'reconciliation', '')
      expect(await theRefund(scene)).toMatchObject({ status })
      if (status === 'stuck') break
      await scene.letTimePass()
      await scene.work()
    }
    expect(error.mock.calls.map(([, text]) => text)).toEqual([
      'a refund came back',
      'a refund came back',
      'a refund is stuck: it needs a person',
    ])
    expect(await refundsMade(scene)).toBe(3)
    await expectStuck(scene, orderId)
  },
)

test('a refund that older code has written down as sent is asked about as well', async () => {
  await using scene = await openScene()
  const { providerId } = await aMadeRefund(scene, goodCard)
  await scene.db
    .updateTable('refunds')
    .set({ checked_at: null, sent_at: new Date(Date.now() - 25 * hour) })
    .execute()
  await decide(scene, providerId, 'failed')
  await addJob(scene.db, 'reconcile_payments', {})
  await scene.work()
  expect(await theRefund(scene)).toMatchObject({ status: 'waiting', returns: 1 })
})

test('events about refunds that are not ours change nothing, and are done with', async () => {
  await using scene = await openScene()
  await aMadeRefund(scene, goodCard)
  const before = await theRefund(scene)
  for (const [at, metadata] of [
    {},
    { refund_id: 'mine' },
    { refund_id: crypto.randomUUID() },
  ].entries()) {
    const object = { id: `re_${at}`, object: 'refund', status: 'failed', metadata }
    const event = { id: `evt_${at}`, object: 'event', type: 'refund.failed', livemode: false }
    await deliver(scene, { ...event, data: { object } })
  }
  await scene.work()
  expect(await theRefund(scene)).toEqual(before)
})
