import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { sendPayout } from '#server/payouts/payout-commands.ts'
import { moneyProblems } from '../../../tests/support/money-problems.ts'
import { aPerson, aTrack, openScene, type Scene } from '../../../tests/support/scene.ts'
import {
  aPayableArtist,
  checkOut,
  deliver,
  eventsAbout,
  ledgerOf,
  pay,
} from '../../../tests/support/shopping.ts'
import { fulfilOrder } from './order-fulfilment.ts'
import { sendRefund } from './refund-commands.ts'

/** A track that was paid twice: one payout and one refund are owed, and nothing is sent yet. */
async function whatIsOwed(scene: Scene) {
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id, pricePence: 500 })
  const first = await checkOut(scene, mia, [track.id])
  // As after a crash before our own row knew the session: it can be paid still, and the next one is open already.
  await scene.db.updateTable('orders').set({ status: 'expired' }).execute()
  const second = await checkOut(scene, mia, [track.id])
  for (const { url, sessionId } of [first, second]) {
    await pay(url)
    await scene.call(`GET /api/checkout/${sessionId}`, { as: mia })
  }
  const idOf = async (table: 'payouts' | 'refunds') =>
    (await scene.db.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  return { payoutId: await idOf('payouts'), refundId: await idOf('refunds'), ...first }
}

/** Both send money once: how each is sent, and which of the provider's functions it calls. */
const movements = [
  {
    what: 'payout',
    table: 'payouts',
    call: 'sendTransfer',
    send: (scene: Scene, { payoutId }: { payoutId: string }) =>
      sendPayout({ ...scene, log: scene.http.log }, payoutId),
  },
  {
    what: 'refund',
    table: 'refunds',
    call: 'sendRefund',
    send: (scene: Scene, { refundId }: { refundId: string }) =>
      sendRefund({ ...scene, log: scene.http.log }, refundId),
  },
] as const

test.each(movements)('a $what that was sent is not sent again', async ({ table, call, send }) => {
  await using scene = await openScene()
  const owed = await whatIsOwed(scene)
  await scene.work()
  const rows = () => scene.db.selectFrom(table).selectAll().execute()
  const before = await rows()
  const called = vi.spyOn(scene.payments, call)
  await send(scene, owed)
  expect(called).not.toHaveBeenCalled()
  expect(await rows()).toEqual(before)
  expect(await moneyProblems(scene)).toEqual([])
})

test.each(movements)(
  'a $what whose second run overtakes the first is booked once',
  async ({ call, send }) => {
    await using scene = await openScene()
    const owed = await whatIsOwed(scene)
    beforeTheCall(scene, call, () => send(scene, owed))
    await send(scene, owed)
    await scene.work()
    expect(await moneyProblems(scene)).toEqual([])
  },
)

test.each(movements)(
  'a $what that a second run has sent stays sent when the first hears no answer',
  async ({ table, call, send }) => {
    await using scene = await openScene()
    const owed = await whatIsOwed(scene)
    beforeTheCall(scene, call, async () => {
      await send(scene, owed)
      throw new PaymentUnknown('no answer')
    })
    await send(scene, owed)
    expect(await scene.db.selectFrom(table).select(['status', 'last_problem']).execute()).toEqual([
      { status: 'sent', last_problem: null },
    ])
    await scene.work()
    expect(await moneyProblems(scene)).toEqual([])
  },
)

/** The first call to the provider waits until `work` is done. */
function beforeTheCall(
  scene: Scene,
  name: 'sendTransfer' | 'sendRefund' | 'findCheckout',
  work: () => Promise<unknown>,
): void {
  const call: (sent: never) => Promise<unknown> = scene.payments[name]
  vi.spyOn(scene.payments, name).mockImplementationOnce(async (sent: unknown) => {
    await work()
    return call(sent as never) as never
  })
}

test('an order that was fulfilled asks the provider nothing more', async () => {
  await using scene = await openScene()
  const { orderId } = await whatIsOwed(scene)
  const asked = vi.spyOn(scene.payments, 'findCheckout')
  expect(await fulfilOrder({ ...scene, publicUrl: '' }, orderId)).toBe('fulfilled')
  expect(asked).not.toHaveBeenCalled()
})

test('an order that is fulfilled by a second run meanwhile is not booked again', async () => {
  await using scene = await openScene()
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id, pricePence: 500 })
  const { url, orderId } = await checkOut(scene, mia, [track.id])
  await pay(url)
  const fulfil = () => fulfilOrder({ ...scene, publicUrl: '' }, orderId)
  beforeTheCall(scene, 'findCheckout', fulfil)
  expect(await fulfil()).toBe('fulfilled')
  await scene.work()
  expect(await ledgerOf(scene)).toMatchObject({ platform_commission: -50 })
  expect(await moneyProblems(scene)).toEqual([])
})

test('an event that is delivered again queues no second job', async () => {
  await using scene = await openScene()
  const [artist, mia] = [await aPayableArtist(scene), await aPerson(scene)]
  const track = await aTrack(scene.db, { artistId: artist.id })
  const { url, sessionId } = await checkOut(scene, mia, [track.id])
  await pay(url)
  const [completed] = await eventsAbout(scene, sessionId)
  for (let times = 0; times < 2; times++) {
    expect((await deliver(scene, completed ?? {})).statusCode).toBe(200)
  }
  const jobs = sql`select from graphile_worker.jobs where task_identifier = 'fulfil_order'`
  expect((await jobs.execute(scene.db)).rows).toHaveLength(1)
})
