import { expect, test } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { moneyProblems } from '../../../tests/support/money-problems.ts'
import { aPerson, aTrack, openScene, type Scene } from '../../../tests/support/scene.ts'
import { aPayableArtist, checkOut, pay } from '../../../tests/support/shopping.ts'

/** Checkouts of as many customers, the oldest first, of which nobody has told the shop anything. */
async function someCheckouts(scene: Scene, count: number) {
  const artist = await aPayableArtist(scene)
  const track = await aTrack(scene.db, { artistId: artist.id })
  const checkouts = []
  for (let at = 0; at < count; at++) {
    const checkout = await checkOut(scene, await aPerson(scene), [track.id])
    await scene.db
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - (count - at + 1) * 100_000) })
      .where('id', '=', checkout.orderId)
      .execute()
    checkouts.push(checkout)
  }
  return checkouts
}

async function reconcile(scene: Scene): Promise<void> {
  await addJob(scene.db, 'reconcile_payments', {})
  await scene.work()
}

async function statusOf(scene: Scene, orderId: string | undefined) {
  const order = await scene.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId ?? '')
    .executeTakeFirst()
  return order?.status
}

test('an order the provider does not know keeps no younger one from being fulfilled', async () => {
  await using scene = await openScene()
  const [strange, paid] = await someCheckouts(scene, 2)
  await pay(paid?.url ?? '')
  await scene.db
    .updateTable('orders')
    .set({ checkout_session_id: 'cs_test_gone' })
    .where('id', '=', strange?.orderId ?? '')
    .execute()
  await reconcile(scene)
  expect(await statusOf(scene, strange?.orderId)).toBe('pending')
  expect(await statusOf(scene, paid?.orderId)).toBe('paid')
  expect(await moneyProblems(scene)).toEqual([
    `order ${strange?.orderId}: the provider has no such checkout`,
  ])
})

test('an order whose amount does not match keeps no payout from being woken', async () => {
  await using scene = await openScene()
  const [wrong, paid] = await someCheckouts(scene, 2)
  await pay(wrong?.url ?? '')
  await pay(paid?.url ?? '')
  await scene.db
    .updateTable('orders')
    .set({ total_pence: 999 })
    .where('id', '=', wrong?.orderId ?? '')
    .execute()
  await reconcile(scene)
  expect(await statusOf(scene, wrong?.orderId)).toBe('pending')
  const payouts = await scene.db.selectFrom('payouts').select(['order_id', 'status']).execute()
  expect(payouts).toEqual([{ order_id: paid?.orderId, status: 'sent' }])
})

test('a provider that is down is not asked about every order, and those left out are asked first', async () => {
  await using scene = await openScene()
  const checkouts = await someCheckouts(scene, 5)
  const last = checkouts.at(-1)
  await pay(last?.url ?? '')
  const { findCheckout } = scene.payments
  let asked = 0
  scene.payments.findCheckout = () => {
    asked++
    return Promise.reject(new PaymentUnknown('no answer'))
  }
  await reconcile(scene)
  expect(asked).toBe(3)

  const sessions: string[] = []
  scene.payments.findCheckout = (sessionId) => {
    sessions.push(sessionId)
    return findCheckout(sessionId)
  }
  await reconcile(scene)
  expect(sessions.slice(0, 2)).toEqual(checkouts.slice(3).map(({ sessionId }) => sessionId))
  expect(await statusOf(scene, last?.orderId)).toBe('paid')
})
