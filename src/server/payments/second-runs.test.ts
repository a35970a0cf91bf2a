import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { PaymentUnknown } from '#server/gateways/payments/payments.ts'
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
  eventsOf,
  ledgerOf,
  pay,
  subjectsOf,
} from '../../../tests/support/shopping.ts'
import { checkPayment } from './checkout/payment-check.ts'
import { sendRefund } from './refunds.ts'
import { sendTransfer } from './transfers.ts'

/** A track that was paid for twice: one transfer and one refund are owed, and neither is sent yet. */
async function createOwedMoney(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const first = await checkOut(app, mia, [track.id])
  // As after a crash before the session id was stored: the first checkout can still be paid, and the next one is open.
  await expireOpenOrders(app)
  const second = await checkOut(app, mia, [track.id])
  for (const { url, sessionId } of [first, second]) {
    await pay(url)
    await app.call(`GET /api/checkout/${sessionId}`, { as: mia })
  }
  const idOf = async (table: 'transfers' | 'refunds') =>
    (await app.db.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  return { transferId: await idOf('transfers'), refundId: await idOf('refunds'), ...first }
}

/** Both send money once: the function that sends it, and the provider's function that it calls. */
const movements = [
  {
    what: 'transfer',
    table: 'transfers',
    call: 'sendTransfer',
    send: (app: TestApp, { transferId }: { transferId: string }) =>
      sendTransfer({ ...app, subjects: subjectsOf(app), log: app.http.log }, transferId),
  },
  {
    what: 'refund',
    table: 'refunds',
    call: 'sendRefund',
    send: (app: TestApp, { refundId }: { refundId: string }) =>
      sendRefund({ ...app, subjects: subjectsOf(app), log: app.http.log }, refundId),
  },
] as const

test.each(movements)('a sent $what is not sent again', async ({ table, call, send }) => {
  await using app = await createTestApp()
  const owed = await createOwedMoney(app)
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
    const owed = await createOwedMoney(app)
    beforeTheCall(app, call, () => send(app, owed))
    await send(app, owed)
    await app.work()
    expect(await moneyProblems(app)).toEqual([])
  },
)

test.each(movements)(
  'a $what that a second run has sent stays sent when the first run gets no response',
  async ({ table, call, send }) => {
    await using app = await createTestApp()
    const owed = await createOwedMoney(app)
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

/** Runs `work` before the first call of this provider function. */
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

test('a fulfilled order makes no further call to the provider', async () => {
  await using app = await createTestApp()
  const { paymentId } = await createOwedMoney(app)
  const findCheckout = vi.spyOn(app.payments, 'findCheckout')
  expect(await checkPayment({ ...app, subjects: subjectsOf(app) }, paymentId)).toBe('paid')
  expect(findCheckout).not.toHaveBeenCalled()
})

test('an order that a second run fulfils meanwhile is not booked again', async () => {
  await using app = await createTestApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  const { url, paymentId } = await checkOut(app, mia, [track.id])
  await pay(url)
  const check = () => checkPayment({ ...app, subjects: subjectsOf(app) }, paymentId)
  beforeTheCall(app, 'findCheckout', check)
  expect(await check()).toBe('paid')
  await app.work()
  expect(await ledgerOf(app)).toMatchObject({ platform_commission: -50 })
  expect(await moneyProblems(app)).toEqual([])
})

test('an event that is delivered twice queues one job', async () => {
  await using app = await createTestApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  const { url, sessionId } = await checkOut(app, mia, [track.id])
  await pay(url)
  const [completed] = await eventsOf(app, sessionId)
  for (let times = 0; times < 2; times++) {
    expect((await deliver(app, completed ?? {})).statusCode).toBe(200)
  }
  const jobs = sql`select from graphile_worker.jobs where task_identifier = 'check_payment'`
  expect((await jobs.execute(app.db)).rows).toHaveLength(1)
})
