// Refunds that the provider refuses because the money has gone back already, or is disputed.

import { expect, test, vi } from 'vitest'
import { PaymentRefused, PaymentUnknown } from '#server/gateways/payments/payments.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { refundOnDashboard } from '../../../sandbox/refund-on-dashboard.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { createPaid, giveUp } from '../../../tests/support/commissions/paying.ts'
import { compareWithProvider } from '../../../tests/support/money/compare-with-provider.ts'
import { moneyInvariants } from '../../../tests/support/money/invariant-problems.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { ledgerOf, provider } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

const slowCard = '4000000000007726'

type Paid = Awaited<ReturnType<typeof createPaid>>

async function chargeOf(app: TestApp, { paymentId }: Paid): Promise<string> {
  const payment = app.db.selectFrom('payments').select('charge_id').where('id', '=', paymentId)
  return (await payment.executeTakeFirstOrThrow()).charge_id ?? ''
}

const theRefund = (app: TestApp) =>
  app.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()

/** In the provider's dashboard. Returns the refund. */
async function refundByHand(app: TestApp, paid: Paid, pence?: number) {
  const charge = await chargeOf(app, paid)
  const { url, key: secretKey } = app.sandbox
  const amount = pence === undefined ? '' : (pence / 100).toFixed(2)
  await refundOnDashboard({ url, secretKey }, { charge, amount })
  const [made] = (await provider(app).refunds.list({ charge })).data
  if (made === undefined) throw new Error(`${charge} was not refunded.`)
  return made
}

async function giveBack(app: TestApp, { id }: Paid): Promise<void> {
  await giveUp(app, id)
  await app.work()
}

/** Each day the reconciliation runs, and whatever it has queued. */
async function passDays(app: TestApp, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await app.clock.move({ hours: 25 })
    await addJob(app.db, 'reconcile_payments', {})
    await app.work()
  }
}

const refundsMade = async (app: TestApp) => (await provider(app).refunds.list()).data.length

test('a refund of a charge that was refunded by hand adopts that refund, which is booked once', async () => {
  await using app = await createTestApp()
  const paid = await createPaid(app)
  const { id: made } = await refundByHand(app, paid)
  await giveBack(app, paid)
  const adopted = {
    status: 'sent',
    provider_id: made,
    refusals: 0,
    last_problem: `The refund ${made} was made at the card provider, not by this app.`,
  }
  expect(await theRefund(app)).toMatchObject(adopted)
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: 0 })
  await passDays(app, 3)
  expect(await theRefund(app)).toMatchObject({ ...adopted, attempts: 1 })
  expect(await refundsMade(app)).toBe(1)
  expect(await compareWithProvider(app)).toEqual([])
  expect(await moneyProblems(app)).toEqual([])
})

test('an adopted refund that is on its way is booked once it has arrived, and owed again if it comes back', async () => {
  await using app = await createTestApp()
  const paid = await createPaid(app, slowCard)
  const { id: made } = await refundByHand(app, paid)
  await giveBack(app, paid)
  expect(await theRefund(app)).toMatchObject({ status: 'pending', provider_id: made })
  await app.sandbox.control('POST refund', { refund: made, outcome: 'succeeded' })
  await passDays(app, 1)
  expect(await theRefund(app)).toMatchObject({ status: 'sent', provider_id: made })
  await app.sandbox.control('POST refund', { refund: made, outcome: 'failed' })
  await passDays(app, 1)
  expect(await theRefund(app)).toMatchObject({ status: 'waiting', provider_id: null, returns: 1 })
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: -4420 })
  await passDays(app, 1)
  expect(await refundsMade(app)).toBe(2)
  expect(await moneyProblems(app)).toEqual([])
})

test('two lines that were refunded by hand adopt one refund each', async () => {
  await using app = await createTestApp()
  const paid = await createPaid(app)
  const [first, second] = [await refundByHand(app, paid, 2210), await refundByHand(app, paid, 2210)]
  await giveUp(app, paid.id)
  // As if each were of a line of an order.
  const { id } = await theRefund(app)
  await app.db.deleteFrom('refunds').execute()
  const row = { payment_id: paid.paymentId, amount_pence: 2210, cause: 'owned' as const }
  await app.db.schema.dropIndex('refunds_without_line').execute()
  const ids = [id, crypto.randomUUID()]
  for (const refundId of ids) {
    await app.db
      .insertInto('refunds')
      .values({ id: refundId, ...row, order_line_id: null })
      .execute()
    await addJob(app.db, 'send_refund', { refundId })
  }
  // The customer of a sale is told by its order, and these refunds have none.
  await app.db.updateTable('refunds').set({ cause: 'commission_cancelled' }).execute()
  await app.work()
  const rows = await app.db.selectFrom('refunds').select(['status', 'provider_id']).execute()
  expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent'])
  expect(new Set(rows.map((one) => one.provider_id))).toEqual(new Set([first.id, second.id]))
})

test('a refund of another amount than was refunded by hand has failed, and the admins are told', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const paid = await createPaid(app)
  const { id: made } = await refundByHand(app, paid, 1000)
  await giveBack(app, paid)
  const problem = `This refund is of £44.20, but the card provider has given back £10.00 (${made}): find out what is still owed, and settle it.`
  const failed = { status: 'failed', provider_id: null, last_problem: problem, attempts: 1 }
  expect(await theRefund(app)).toMatchObject(failed)
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: -4420 })
  const { notifications } = await notificationsOf(app, admin)
  expect(notifications.map(({ addition }) => addition)).toContainEqual(
    expect.stringContaining(problem),
  )
  await passDays(app, 3)
  expect(await theRefund(app)).toMatchObject(failed)
  // It stays until a person has dealt with it at the provider, however long ago it was made.
  const found = [`refund_without_row: ${made}`]
  expect(await compareWithProvider(app)).toEqual(found)
  await app.clock.move({ days: 30 })
  expect(await compareWithProvider(app)).toEqual(found)
  // The refund is taken back there.
  await app.sandbox.control('POST refund', { refund: made, outcome: 'failed' })
  expect(await compareWithProvider(app)).toEqual([])
})

const refused = (code: string) => async () => {
  throw new PaymentRefused(code, `The refund is refused: ${code}.`)
}

test('a refund that is refused for another reason is tried again, and so is one whose charge cannot be read', async () => {
  await using app = await createTestApp()
  const paid = await createPaid(app)
  vi.spyOn(app.payments, 'sendRefund').mockImplementation(refused('card_declined'))
  const read = vi.spyOn(app.payments, 'readCharge')
  await giveBack(app, paid)
  const tried = { status: 'waiting', last_problem: 'The refund is refused: card_declined.' }
  expect(await theRefund(app)).toMatchObject({ ...tried, refusals: 1, key_number: 2 })
  read.mockRejectedValueOnce(new PaymentUnknown('no answer'))
  await passDays(app, 1)
  expect(await theRefund(app)).toMatchObject({ ...tried, refusals: 2, key_number: 3 })
  expect(read).toHaveBeenCalledTimes(2)
  vi.mocked(app.payments.sendRefund).mockRestore()
  await passDays(app, 1)
  expect(await theRefund(app)).toMatchObject({ status: 'sent', last_problem: null })
  expect(await moneyProblems(app)).toEqual([])
})

/** The customer disputes the payment at the bank, the whole of it if no amount is named. */
async function openDispute(app: TestApp, paid: Paid, amountPence?: number) {
  const charge = await chargeOf(app, paid)
  const opened = await app.sandbox.control('POST dispute', { charge, amountPence })
  const { dispute } = opened as { dispute: string }
  const decide = (outcome: 'won' | 'lost') =>
    app.sandbox.control('POST dispute-outcome', { dispute, outcome })
  return { dispute, decide, send: vi.spyOn(app.payments, 'sendRefund') }
}

const waitingFor = (dispute: string) => ({
  status: 'disputed',
  provider_id: null,
  attempts: 1,
  refusals: 0,
  last_problem: `The customer disputes the payment at the bank (${dispute}): the bank decides about it first.`,
})

test('a refund of a disputed payment waits without attempts, and is made once the dispute is won', async () => {
  await using app = await createTestApp()
  const paid = await createPaid(app)
  const { dispute, decide, send } = await openDispute(app, paid)
  await giveBack(app, paid)
  expect(await theRefund(app)).toMatchObject(waitingFor(dispute))
  await passDays(app, 5)
  expect(await theRefund(app)).toMatchObject(waitingFor(dispute))
  expect(send).toHaveBeenCalledTimes(1)
  expect(await moneyInvariants(app)).toEqual([])
  await decide('won')
  await passDays(app, 2)
  expect(await theRefund(app)).toMatchObject({ status: 'sent', last_problem: null })
  expect(await refundsMade(app)).toBe(1)
  expect(await moneyInvariants(app)).toEqual([])
})

test('a refund of a payment whose dispute is lost is settled: the customer has the money', async () => {
  await using app = await createTestApp()
  const paid = await createPaid(app)
  const { dispute, decide } = await openDispute(app, paid)
  await giveBack(app, paid)
  await decide('lost')
  await passDays(app, 3)
  expect(await theRefund(app)).toMatchObject({
    status: 'settled',
    settled_at: expect.any(Date),
    settled_reference: dispute,
    attempts: 1,
  })
  expect(await ledgerOf(app)).toMatchObject({
    customer_payable: 0,
    disputed: -4420,
  })
  expect(await moneyInvariants(app)).toEqual([])
})

test('a refund that is on its way when its payment is disputed comes back, and waits for the decision', async () => {
  await using app = await createTestApp()
  const paid = await createPaid(app, slowCard)
  await giveBack(app, paid)
  expect(await theRefund(app)).toMatchObject({ status: 'pending' })
  const { decide } = await openDispute(app, paid)
  await passDays(app, 2)
  expect(await theRefund(app)).toMatchObject({ status: 'disputed', returns: 1 })
  await decide('lost')
  await passDays(app, 2)
  expect(await theRefund(app)).toMatchObject({ status: 'settled' })
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: 0 })
})

test('an inquiry of the bank stops no refund', async () => {
  await using app = await createTestApp()
  const paid = await createPaid(app)
  const charge = await chargeOf(app, paid)
  await app.sandbox.control('POST dispute', { charge, inquiry: true })
  await giveBack(app, paid)
  expect(await theRefund(app)).toMatchObject({ status: 'sent', refusals: 0 })
})

test('a refund of a payment that is lost for another amount has failed, and the admins are told', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const paid = await createPaid(app)
  const { dispute, decide } = await openDispute(app, paid, 1000)
  await giveBack(app, paid)
  await decide('lost')
  await passDays(app, 3)
  const problem = `This refund is of £44.20, but by the dispute ${dispute} the customer has £10.00: find out what is still owed, and settle it.`
  expect(await theRefund(app)).toMatchObject({ status: 'failed', last_problem: problem })
  expect(await ledgerOf(app)).toMatchObject({ customer_payable: -4420 })
  const { notifications } = await notificationsOf(app, admin)
  expect(notifications.map(({ addition }) => addition)).toContainEqual(
    expect.stringContaining(problem),
  )
})
