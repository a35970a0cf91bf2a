import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { sendPayout } from '#server/payouts/payout-commands.ts'
import { moneyProblems } from '../../../tests/support/money-problems.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import {
  createPayableArtist,
  checkOut,
  deliver,
  eventsAbout,
  ledgerOf,
  pay,
} from '../../../tests/support/shopping.ts'
import { fulfilOrder } from './order-fulfilment.ts'
import { sendRefund } from './refund-commands.ts'

/** A track that was paid twice: one payout and one refund are owed, and nothing is sent yet. */
async function whatIsOwed(app: TestApp) {
  const [artist, mia] = [await createPayableArtist(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const first = await checkOut(app, mia, [track.id])
  // As after a crash before our own row knew the session: it can be paid still, and the next one is open already.
  await app.db.updateTable('orders').set({ status: 'expired' }).execute()
  const second = await checkOut(app, mia, [track.id])
  for (const { url, sessionId } of [first, second]) {
    await pay(url)
    await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  }
  const idOf = async (table: 'payouts' | 'refunds') =>
    (await app.db.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  return { payoutId: await idOf('payouts'), refundId: await idOf('refunds'), ...first }
}

/** Both send money once: how each is sent, and which of the provider's functions it calls. */
const movements = [
  {
    what: 'payout',
    table: 'payouts',
    call: 'sendTransfer',
    send: (app: TestApp, { payoutId }: { payoutId: string }) =>
      sendPayout({ ...app, log: app.http.log }, payoutId),
  },
  {
    what: 'refund',
    table: 'refunds',
    call: 'sendRefund',
    send: (app: TestApp, { refundId }: { refundId: string }) =>
      sendRefund({ ...app, log: app.http.log }, refundId),
  },
] as const

test.each(movements)('a $what that was sent is not sent again', async ({ table, call, send }) => {
  await using app = await createTestApp()
  const owed = await whatIsOwed(app)
  await app.work()
  const rows = () => app.db.selectFrom(table).selectAll().execute()
  const before = await rows()
  const called = vi.spyOn(app.payments, call)
  await send(app, owed)
  expect(called).not.toHaveBeenCalled()
  expect(await rows()).toEqual(before)
  expect(await moneyProblems(app)).toEqual([])
})

test.each(movements)(
  'a $what whose second run overtakes the first is booked once',
  async ({ call, send }) => {
    await using app = await createTestApp()
    const owed = await whatIsOwed(app)
    beforeTheCall(app, call, () => send(app, owed))
    await send(app, owed)
    await app.work()
    expect(await moneyProblems(app)).toEqual([])
  },
)

test.each(movements)(
  'a $what that a second run has sent stays sent when the first hears no answer',
  async ({ table, call, send }) => {
    await using app = await createTestApp()
    const owed = await whatIsOwed(app)
    beforeTheCall(app, call, async () => {
      await send(app, owed)
      throw new PaymentUnknown('no answer')
    })
    await send(app, owed)
    expect(await app.db.selectFrom(table).select(['status', 'last_problem']).execute()).toEqual([
      { status: 'sent', last_problem: null },
    ])
    await app.work()
    expect(await moneyProblems(app)).toEqual([])
  },
)

/** The first call to the provider waits until `work` is done. */
function beforeTheCall(
  app: TestApp,
  name: 'sendTransfer' | 'sendRefund' | 'findCheckout',
  work: () => Promise<unknown>,
): void {
  const call: (sent: never) => Promise<unknown> = app.payments[name]
  vi.spyOn(app.payments, name).mockImplementationOnce(async (sent: unknown) => {
    await work()
    return call(sent as never) as never
  })
}

test('an order that was fulfilled asks the provider nothing more', async () => {
  await using app = await createTestApp()
  const { orderId } = await whatIsOwed(app)
  const findCheckout = vi.spyOn(app.payments, 'findCheckout')
  expect(await fulfilOrder({ ...app, publicUrl: '' }, orderId)).toBe('fulfilled')
  expect(findCheckout).not.toHaveBeenCalled()
})

test('an order that is fulfilled by a second run meanwhile is not booked again', async () => {
  await using app = await createTestApp()
  const [artist, mia] = [await createPayableArtist(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const { url, orderId } = await checkOut(app, mia, [track.id])
  await pay(url)
  const fulfil = () => fulfilOrder({ ...app, publicUrl: '' }, orderId)
  beforeTheCall(app, 'findCheckout', fulfil)
  expect(await fulfil()).toBe('fulfilled')
  await app.work()
  expect(await ledgerOf(app)).toMatchObject({ platform_commission: -50 })
  expect(await moneyProblems(app)).toEqual([])
})

test('an event that is delivered again queues no second job', async () => {
  await using app = await createTestApp()
  const [artist, mia] = [await createPayableArtist(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const { url, sessionId } = await checkOut(app, mia, [track.id])
  await pay(url)
  const [completed] = await eventsAbout(app, sessionId)
  for (let times = 0; times < 2; times++) {
    expect((await deliver(app, completed ?? {})).statusCode).toBe(200)
  }
  const jobs = sql`select from graphile_worker.jobs where task_identifier = 'fulfil_order'`
  expect((await jobs.execute(app.db)).rows).toHaveLength(1)
})
