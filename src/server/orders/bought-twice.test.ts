import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { moneyProblems } from '../../../tests/support/money-problems.ts'
import { aPerson, aTrack, openScene, type Scene } from '../../../tests/support/scene.ts'
import {
  aPayableArtist,
  checkOut,
  ledgerOf,
  nextAnswerIs,
  pay,
  provider,
} from '../../../tests/support/shopping.ts'
import { fulfilOrder } from './order-fulfilment.ts'

const path = 'POST /api/proxy/stripe/create-cart-checkout-session'

test('a checkout opened while its track is being granted by another order is refused', async () => {
  await using scene = await openScene()
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id })
  const first = await checkOut(scene, mia, [track.id])
  // As after a crash before our own row knew the session: it can be paid still, and keeps nobody from the next one.
  await scene.db.updateTable('orders').set({ status: 'expired' }).execute()
  await pay(first.url)

  const second = await scene.db.transaction().execute(async (tx) => {
    await fulfilOrder({ ...scene, db: within(tx), publicUrl: '' }, first.orderId)
    // Not committed yet: the second click finds the track for sale, and has to wait before it writes an order.
    const click = scene.call(path, { as: mia, send: { items: [{ trackId: track.id }] } })
    const answer = Promise.resolve(click)
    let isAnswered = false
    void answer.finally(() => (isAnswered = true))
    await expect.poll(() => isAnswered || someoneWaitsForALock(scene)).toBe(true)
    return { answer }
  })
  expect((await second.answer).json()).toMatchObject({ code: 'cart_changed' })
  expect(await scene.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
})

async function someoneWaitsForALock(scene: Scene): Promise<boolean> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(scene.db)).rows.length > 0
}

/** The fulfilment's own transaction becomes part of ours. */
function within(tx: Transaction<Tables>): Db {
  return new Proxy<Db>(tx, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => ({ execute: (work: (db: Db) => unknown) => work(tx) })
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Two paid checkouts: the first has Rosa's track at £5, the second has it again, beside Tom's at £3. */
async function aTrackPaidTwice(scene: Scene) {
  const [rosa, tom, mia] = [
    await aPayableArtist(scene),
    await aPayableArtist(scene),
    await aPerson(scene),
  ]
  const twice = await aTrack(scene.db, { artistId: rosa.id, pricePence: 500 })
  const once = await aTrack(scene.db, { artistId: tom.id, pricePence: 300, title: 'Lavender' })
  const first = await checkOut(scene, mia, [twice.id])
  // As after a crash before our own row knew the session: it can be paid still, and the next one is open already.
  await scene.db.updateTable('orders').set({ status: 'expired' }).execute()
  const second = await checkOut(scene, mia, [twice.id, once.id])
  await pay(first.url)
  await pay(second.url)
  for (const { sessionId } of [first, second])
    await scene.call(`GET /api/checkout/${sessionId}`, { as: mia })
  return { rosa, tom, mia, twice, once, first, second }
}

async function refundsOf(scene: Scene, orderId: string) {
  const order = await scene.db
    .selectFrom('orders')
    .select('charge_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return (await provider(scene).refunds.list({ charge: order.charge_id ?? '' })).data
}

async function expectGivenBackOnce(
  scene: Scene,
  paid: Awaited<ReturnType<typeof aTrackPaidTwice>>,
) {
  const { rosa, tom, mia, twice, once, first, second } = paid
  const orders = await scene.db.selectFrom('orders').select(['id', 'status']).execute()
  expect(Object.fromEntries(orders.map(({ id, status }) => [id, status]))).toEqual({
    [first.orderId]: 'paid',
    [second.orderId]: 'part_refunded',
  })
  const rights = await scene.db.selectFrom('entitlements').select(['user_id', 'track_id']).execute()
  expect(rights).toHaveLength(2)
  const refunds = await refundsOf(scene, second.orderId)
  expect(refunds.map(({ amount }) => amount)).toEqual([570])
  expect(await refundsOf(scene, first.orderId)).toEqual([])
  const payouts = await scene.db
    .selectFrom('payouts')
    .select(['order_id', 'artist_id', 'amount_pence', 'status'])
    .orderBy('amount_pence', 'desc')
    .execute()
  expect(payouts).toEqual([
    { order_id: first.orderId, artist_id: rosa.id, amount_pence: 500, status: 'sent' },
    { order_id: second.orderId, artist_id: tom.id, amount_pence: 300, status: 'sent' },
  ])
  // 570 + 920 paid, fees of 29 and 34, 570 given back, 800 transferred; the fees stay the platform's loss.
  expect(await ledgerOf(scene)).toEqual({
    stripe_pending: 570 + 920 - 29 - 34 - 570 - 800,
    stripe_fees: 63,
    platform_commission: -80,
    processing_fee: -40,
    customer_payable: 0,
    [rosa.id]: 0,
    [tom.id]: 0,
  })
  expect(await moneyProblems(scene)).toEqual([])
  const sold = await scene.db
    .selectFrom('tracks')
    .select(['id', 'purchase_count'])
    .where('id', 'in', [twice.id, once.id])
    .execute()
  expect(sold.every(({ purchase_count }) => purchase_count === 1)).toBe(true)
  expect(scene.letters.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    `${mia.email}: Your money is on its way back`,
    `${mia.email}: Your tracks are ready to download`,
    `${mia.email}: Your tracks are ready to download`,
  ])
}

test('a track paid a second time is given back: its artist is paid once, the rest of the order stands', async () => {
  await using scene = await openScene()
  const paid = await aTrackPaidTwice(scene)
  await scene.work()
  await scene.work()
  await expectGivenBackOnce(scene, paid)
})

test('the letter about an order names what it granted, and what was given back', async () => {
  await using scene = await openScene()
  const { second } = await aTrackPaidTwice(scene)
  await scene.work()
  const { text_body } = await scene.db
    .selectFrom('mails')
    .select('text_body')
    .where('about', '=', `purchase:${second.orderId}`)
    .executeTakeFirstOrThrow()
  expect(text_body).toContain('Lavender')
  expect(text_body).toContain('Total: £3.50')
  const back = scene.letters.find(({ subject }) => subject === 'Your money is on its way back')
  expect(back?.text).toContain('The Parting Glass')
  expect(back?.text).toContain('£5.70')
})

test('an order that grants nothing at all is given back whole', async () => {
  await using scene = await openScene()
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id })
  const first = await checkOut(scene, mia, [track.id])
  await scene.db.updateTable('orders').set({ status: 'expired' }).execute()
  const second = await checkOut(scene, mia, [track.id])
  await pay(first.url)
  await pay(second.url)
  // Both at once: whoever comes first grants.
  await Promise.all(
    [first, second].map(({ sessionId }) =>
      scene.call(`GET /api/checkout/${sessionId}`, { as: mia }),
    ),
  )
  await scene.work()
  const orders = await scene.db.selectFrom('orders').select('status').orderBy('status').execute()
  expect(orders).toEqual([{ status: 'paid' }, { status: 'refunded' }])
  expect(await scene.db.selectFrom('payouts').select('status').execute()).toHaveLength(1)
  expect(await moneyProblems(scene)).toEqual([])
})

test.each(['reset', 'cut', '500', 'stored-500', 'done-stored-500'] as const)(
  'a refund whose answer is lost (%s) is made once',
  async (how) => {
    await using scene = await openScene()
    const paid = await aTrackPaidTwice(scene)
    await nextAnswerIs(scene, how, '/v1/refunds')
    await scene.work()
    await scene.letTimePass()
    await scene.work()
    await expectGivenBackOnce(scene, paid)
  },
)

test('a refund whose job was lost is made by the reconciliation', async () => {
  await using scene = await openScene()
  const paid = await aTrackPaidTwice(scene)
  await sql`delete from graphile_worker._private_jobs where key like 'send_refund:%'`.execute(
    scene.db,
  )
  await scene.db
    .updateTable('refunds')
    .set({ due_at: new Date(Date.now() - 120_000) })
    .execute()
  await addJob(scene.db, 'reconcile_payments', {})
  await scene.work()
  await expectGivenBackOnce(scene, paid)
})

test('a refund the provider refuses is tried again under a new key, until it is made', async () => {
  await using scene = await openScene()
  const paid = await aTrackPaidTwice(scene)
  const { charge_id: charge } = await scene.db
    .selectFrom('orders')
    .select('charge_id')
    .where('id', '=', paid.second.orderId)
    .executeTakeFirstOrThrow()
  const setCharge = (id: string | null) =>
    scene.db
      .updateTable('orders')
      .set({ charge_id: id })
      .where('id', '=', paid.second.orderId)
      .execute()
  await setCharge('ch_gone')
  await scene.work()
  const refunds = await scene.db.selectFrom('refunds').selectAll().execute()
  expect(refunds).toMatchObject([{ status: 'waiting', attempt: 2, tries: 1 }])
  await setCharge(charge)
  await scene.letTimePass()
  await scene.work()
  await expectGivenBackOnce(scene, paid)
})
