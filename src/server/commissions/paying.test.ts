import { expect, test } from 'vitest'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  askToPay,
  createAccepted,
  createPaid,
  openPayment,
  receiveEvents,
  runJob,
} from '../../../tests/support/commissions/paying.ts'
import {
  createCommissionArtist,
  readStored,
  storeCommission,
  timelineOf,
} from '../../../tests/support/commissions/stored-commission.ts'
import { ledgerOf, pay, provider } from '../../../tests/support/shopping.ts'
import { createUser, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import { emptiedTestApp } from '../../../tests/support/shared-app.ts'

const emptyApp = emptiedTestApp()

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const allSessions = async (app: TestApp) =>
  (await provider(app).checkout.sessions.list({ limit: 100 })).data

const sessionsOf = async (app: TestApp, { email }: TestUser) =>
  (await allSessions(app)).filter(({ customer_email }) => customer_email === email)

test('paying a commission leads to one line with its name and price, and back to its page (API-42, PAY-05)', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const { url, sessionId } = await openPayment(app, mia, id)
  const session = await provider(app).checkout.sessions.retrieve(sessionId, {
    expand: ['line_items'],
  })
  expect(session).toMatchObject({
    url,
    amount_total: 4420,
    customer_email: mia.email,
    success_url: `http://undersong.test/commissions/${id}`,
    cancel_url: `http://undersong.test/commissions/${id}`,
  })
  expect(session.line_items?.data.map(({ description }) => description)).toEqual([
    'Custom track: Skylark',
  ])
  expect(await readStored(app, id)).toMatchObject({ status: 'requested' })
})

test('what is paid is held: nobody has earned any of it, and the work begins with a receipt (PAY-06)', async () => {
  const app = await emptyApp()
  const { mia, id, paymentId } = await createPaid(app)
  const commission = await readStored(app, id)
  expect(commission).toMatchObject({ status: 'in_progress', payment_id: paymentId })
  const after = (moment: Date | null) =>
    ((moment?.getTime() ?? 0) - (commission.paid_at?.getTime() ?? 0)) / dayMs
  expect([commission.due_at, commission.end_at, commission.hold_until].map(after)).toEqual([
    7, 60, 85,
  ])
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: 4420 - 86,
    stripe_fees: 86,
    commission_held: -4420,
  })
  expect(await app.db.selectFrom('transfers').select('id').execute()).toEqual([])
  const read = await app.call(`GET /api/commissions/${id}`, { as: mia })
  expect(read.json()).toMatchObject({
    money: { heldPence: 4420, refundPence: 0, transferPence: 0 },
    receiptNumber: 'UND-000001',
  })
  const receipt = await app.call('GET /api/receipts/UND-000001', { as: mia })
  expect(receipt.json()).toMatchObject({
    commissionId: id,
    lines: [{ id, title: 'Custom track: Skylark', pence: 4420 }],
    totalPence: 4420,
  })
  const receipts = await app.call('GET /api/receipts', { as: mia })
  expect(receipts.json()).toMatchObject({
    payments: [
      { number: 'UND-000001', commission: { id, name: 'Skylark' }, tracks: 0, heldPence: 4420 },
    ],
    heldPence: 4420,
  })
  expect(await moneyProblems(app)).toEqual([])
})

test('whoever has paid a commission is known to have bought one (COM-10)', async () => {
  const app = await emptyApp()
  const ben = await createUser(app)
  const hasBought = async (as: typeof ben) =>
    (await app.call('GET /api/proxy/auth/get-id-and-role', { as })).json().hasBoughtCommission
  const { mia, tom, id } = await createAccepted(app)
  expect(await hasBought(mia)).toBe(false)
  const { url, sessionId } = await openPayment(app, mia, id)
  await pay(url)
  await receiveEvents(app, sessionId)
  expect([await hasBought(mia), await hasBought(tom), await hasBought(ben)]).toEqual([
    true,
    false,
    false,
  ])
})

test('pay again returns the open session, and two clicks at once open one (API-42)', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const clicks = await Promise.all([1, 2].map(() => askToPay(app, mia, id)))
  const again = await askToPay(app, mia, id)
  const urls = [...clicks, again].map((response) => response.json().sessionUrl)
  expect(new Set(urls).size).toBe(1)
  expect(await sessionsOf(app, mia)).toHaveLength(1)
  expect((await timelineOf(app, id)).map(({ step }) => step)).toEqual(['checkOut'])
})

test.each([
  ['three days', 72 * hourMs, 23 * hourMs + 50 * minuteMs],
  ['ten hours', 10 * hourMs, 10 * hourMs],
  ['five minutes', 5 * minuteMs, 40 * minuteMs],
])(
  'with %s left to pay, a checkout lives as long as the provider allows',
  async (_, left, life) => {
    const app = await emptyApp()
    const { mia, id } = await createAccepted(app)
    const now = app.clock.now().getTime()
    await app.db
      .updateTable('commissions')
      .set({ pay_by: new Date(now + left) })
      .where('id', '=', id)
      .execute()
    await openPayment(app, mia, id)
    const [session] = await sessionsOf(app, mia)
    const livesMs = (session?.expires_at ?? 0) * 1000 - now
    // The provider counts in seconds, and the test has taken some.
    expect(Math.abs(livesMs - life)).toBeLessThan(30_000)
  },
)

test('an accepted request is paid or cancelled by its customer, and neither once it is paid (CST-17)', async () => {
  const app = await emptyApp()
  const { mia, tom, id } = await createAccepted(app)
  const canDo = async (commissionId: string) =>
    (await app.call(`GET /api/commissions/${commissionId}`, { as: mia })).json().canDo
  expect(await canDo(id)).toEqual(['withdraw', 'checkOut'])
  expect((await askToPay(app, mia, id)).statusCode).toBe(200)
  const send = { commissionId: id }
  const ended = await app.call('POST /api/commission/terminate-before-payment', { as: mia, send })
  expect(ended.json()).toMatchObject({ status: 'cancelled', statusReason: 'withdrawn', canDo: [] })

  const paid = await storeCommission(app, { customer: mia, artist: tom, status: 'in_progress' })
  expect(await canDo(paid.id)).toEqual([])
})

test('three days after the acceptance nobody can pay a request any more, and it expires by itself (CST-16)', async () => {
  const app = await emptyApp()
  const [mia, tom] = [await createUser(app), await createCommissionArtist(app)]
  const parties = { customer: mia, artist: tom }
  const { id } = await storeCommission(app, { ...parties, status: 'pending_artist' })
  // A day later: the three days are those of the acceptance.
  await app.clock.move({ hours: 24 })
  const send = { commissionId: id, action: 'accept' }
  await app.call('POST /api/commission/artist/respond', { as: tom, send })
  const acceptedAt = (await readStored(app, id)).answered_at?.getTime() ?? 0
  await app.clock.set(new Date(acceptedAt + 3 * dayMs - 1))
  await runJob(app, 'apply_commission_deadlines')
  expect((await askToPay(app, mia, id)).statusCode).toBe(200)
  await app.clock.set(new Date(acceptedAt + 3 * dayMs))
  expect((await askToPay(app, mia, id)).json()).toMatchObject({ code: 'commission_too_late' })
  await runJob(app, 'apply_commission_deadlines')
  expect(await readStored(app, id)).toMatchObject({
    status: 'cancelled',
    status_reason: 'payment_expired',
  })
})

test('only its customer pays a commission, and only while it is accepted and in time', async () => {
  const app = await emptyApp()
  const { mia, tom, id } = await createAccepted(app)
  const ben = await createUser(app)
  for (const as of [ben, tom]) {
    expect((await askToPay(app, as, id)).json()).toMatchObject({ code: 'not_found' })
  }
  const parties = { customer: mia, artist: tom }
  for (const status of ['pending_artist', 'in_progress', 'approved', 'cancelled'] as const) {
    const other = await storeCommission(app, { ...parties, status })
    expect((await askToPay(app, mia, other.id)).json()).toMatchObject({ code: 'commission_moved' })
  }
  await app.clock.set((await readStored(app, id)).pay_by ?? new Date(0))
  expect((await askToPay(app, mia, id)).json()).toMatchObject({ code: 'commission_too_late' })
  expect(await allSessions(app)).toEqual([])
})

test('an open session is not offered any more once the time to pay is over', async () => {
  const app = await emptyApp()
  const { mia, id } = await createLateCheckout(app)
  await app.clock.move({ minutes: 1 })
  expect((await askToPay(app, mia, id)).json()).toMatchObject({ code: 'commission_too_late' })
})

test('a session that has expired is followed by another one', async () => {
  const app = await emptyApp()
  const { mia, id } = await createAccepted(app)
  const first = await openPayment(app, mia, id)
  await app.clock.move({ hours: 24 })
  const second = await openPayment(app, mia, id)
  expect(second.paymentId).not.toBe(first.paymentId)
  await pay(second.url)
  await receiveEvents(app, second.sessionId)
  expect(await readStored(app, id)).toMatchObject({
    status: 'in_progress',
    payment_id: second.paymentId,
  })
  expect(await moneyProblems(app)).toEqual([])
})

async function createLateCheckout(app: TestApp) {
  const accepted = await createAccepted(app)
  const { pay_by: payBy } = await readStored(app, accepted.id)
  // A minute before: the session would live longer, because of the provider's minimum.
  await app.clock.set(new Date((payBy ?? new Date(0)).getTime() - minuteMs))
  const payment = await openPayment(app, accepted.mia, accepted.id)
  return { ...accepted, ...payment }
}

test.each(['close_unavailable_checkouts', 'apply_commission_deadlines'] as const)(
  'a session that would live longer than the time to pay is closed at its end (by %s)',
  async (job) => {
    const app = await emptyApp()
    const { id, sessionId } = await createLateCheckout(app)
    await runJob(app, job)
    expect((await provider(app).checkout.sessions.retrieve(sessionId)).status).toBe('open')
    await app.clock.move({ minutes: 1 })
    await runJob(app, job)
    expect((await provider(app).checkout.sessions.retrieve(sessionId)).status).toBe('expired')
    await runJob(app, 'apply_commission_deadlines')
    expect(await readStored(app, id)).toMatchObject({
      status: 'cancelled',
      status_reason: 'payment_expired',
    })
    expect(await moneyProblems(app)).toEqual([])
  },
)

test.each(['close_unavailable_checkouts', 'apply_commission_deadlines'] as const)(
  'what was paid before its session was closed is in time (%s)',
  async (job) => {
    const app = await emptyApp()
    const { id, url } = await createLateCheckout(app)
    await app.clock.move({ minutes: 2 })
    await pay(url)
    await runJob(app, job)
    await runJob(app, 'apply_commission_deadlines')
    expect(await readStored(app, id)).toMatchObject({ status: 'in_progress' })
    expect(await moneyProblems(app)).toEqual([])
  },
)
