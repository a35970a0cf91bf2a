import { expect, test, vi } from 'vitest'
import { PaymentRefused } from '#server/gateways/payments/payments.ts'
import { createAdmin } from '../../../tests/support/access/admin-user.ts'
import { moneyProblems } from '../../../tests/support/money/money-problems.ts'
import {
  approve,
  createPaid,
  deliverTo,
  giveUp,
  runJob,
} from '../../../tests/support/commissions/paying.ts'
import { readStored, timelineOf } from '../../../tests/support/commissions/stored-commission.ts'
import { notificationsOf } from '../../../tests/support/notifications/notifications.ts'
import { deliverThin, ledgerOf, provider } from '../../../tests/support/shopping.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../tests/support/test-app.ts'
import { nudgeTransfer, refundHeld, releaseHeld } from './commission-money.ts'

const goodCard = '4242424242424242'
const slowCard = '4000000000007726'

const transfersAt = async (app: TestApp, id: string) =>
  (await provider(app).transfers.list({ transfer_group: `commission_${id}` })).data
const refundsAt = async (app: TestApp) => (await provider(app).refunds.list()).data
const moneyOf = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call(`GET /api/commissions/${id}`, { as })).json().money
const sentencesOf = async (app: TestApp, as: TestUser) =>
  (await notificationsOf(app, as)).notifications.map(({ sentence, addition }) =>
    [sentence, addition].filter(Boolean).join(' '),
  )

async function setReady(app: TestApp, artist: TestUser, isReady: boolean, todo: string[] = []) {
  await app.db
    .updateTable('payment_accounts')
    .set({ payouts_enabled: isReady, todo: JSON.stringify(todo) })
    .where('user_id', '=', artist.id)
    .execute()
}

test('an approval books £40.00 for the artist, £4.00 and 20p for the platform, and completes the commission by one transfer (PAY-05, CST-39)', async () => {
  await using app = await createTestApp()
  const { mia, tom, id } = await createPaid(app)
  await approve(app, id)
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: 4420 - 86,
    stripe_fees: 86,
    commission_held: 0,
    [tom.id]: -4000,
    platform_commission: -400,
    processing_fee: -20,
  })
  expect(await moneyOf(app, tom, id)).toMatchObject({
    heldPence: 0,
    transferPence: 4000,
    isTransferred: false,
  })
  await app.work()
  expect(await ledgerOf(app)).toMatchObject({ stripe_pending: 4420 - 86 - 4000, [tom.id]: 0 })
  const [transfer, ...others] = await transfersAt(app, id)
  const payment = await app.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  expect(others).toEqual([])
  expect(transfer).toMatchObject({ amount: 4000, source_transaction: payment.charge_id })
  expect(payment).toMatchObject({ transferred_pence: 4000, refunded_pence: 0 })
  const { status, completed_at: completedAt } = await readStored(app, id)
  expect([status, completedAt]).toEqual(['completed', expect.any(Date)])
  expect(await moneyOf(app, tom, id)).toMatchObject({ isTransferred: true })
  expect(await moneyOf(app, mia, id)).toMatchObject({ refundPence: 0 })
  expect(await moneyProblems(app)).toEqual([])
})

test('a cancelled commission gives all of it back, and the customer is told; the provider keeps its fee', async () => {
  await using app = await createTestApp()
  const { mia, tom, id } = await createPaid(app)
  await giveUp(app, id)
  expect(await ledgerOf(app)).toMatchObject({ commission_held: 0, customer_payable: -4420 })
  expect(await moneyOf(app, mia, id)).toMatchObject({ refundPence: 4420, isRefunded: false })
  await app.work()
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: -86,
    stripe_fees: 86,
    commission_held: 0,
    refunds_in_transit: 0,
    customer_payable: 0,
  })
  expect((await refundsAt(app)).map(({ amount }) => amount)).toEqual([4420])
  expect(await moneyOf(app, mia, id)).toMatchObject({ refundPence: 4420, isRefunded: true })
  const receipt = await app.call('GET /api/receipts/UND-000001', { as: mia })
  expect(receipt.json()).toMatchObject({
    refundedPence: 4420,
    refunds: [{ cause: 'commission_cancelled', state: 'sent' }],
  })
  expect(await sentencesOf(app, mia)).toContain('£44.20 for “Skylark” was sent back to your card.')
  expect((await sentencesOf(app, tom)).join()).not.toContain('sent back')
  expect(await moneyProblems(app)).toEqual([])
})

test('an approval for £15.00 of £40.00 transfers £15.00, sends £27.50 back, and earns £1.50 and 20p', async () => {
  await using app = await createTestApp()
  const { tom, id } = await createPaid(app)
  await approve(app, id, 1500)
  await app.work()
  expect(await ledgerOf(app)).toEqual({
    stripe_pending: 4420 - 86 - 1500 - 2750,
    stripe_fees: 86,
    commission_held: 0,
    refunds_in_transit: 0,
    customer_payable: 0,
    [tom.id]: 0,
    platform_commission: -150,
    processing_fee: -20,
  })
  expect((await transfersAt(app, id)).map(({ amount }) => amount)).toEqual([1500])
  expect((await refundsAt(app)).map(({ amount }) => amount)).toEqual([2750])
  expect(await readStored(app, id)).toMatchObject({ status: 'completed' })
  expect(await moneyProblems(app)).toEqual([])
})

test('held money is divided once: a second release and a refund after it are refused by the database', async () => {
  await using app = await createTestApp()
  const { id } = await createPaid(app)
  await approve(app, id, 1)
  const commission = await readStored(app, id)
  const now = app.clock.now()
  const again = app.db.transaction().execute((tx) => releaseHeld(tx, commission, now))
  await expect(again).rejects.toThrow('ledger_transactions_fact_key')
  const back = app.db.transaction().execute((tx) => refundHeld(tx, commission, now))
  await expect(back).rejects.toThrow('payments_give_back_at_most_what_was_paid')
  await app.work()
  expect(await moneyProblems(app)).toEqual([])
})

test('a payment has one live refund that is not of a line', async () => {
  await using app = await createTestApp()
  const { id, paymentId } = await createPaid(app)
  await giveUp(app, id)
  const second = app.db
    .insertInto('refunds')
    .values({ id, payment_id: paymentId, cause: 'commission_cancelled', amount_pence: 1 })
    .execute()
  await expect(second).rejects.toThrow('refunds_without_line')
})

test('a transfer to an account that lacks something waits, with a sentence for the artist, and is sent once the account is ready', async () => {
  await using app = await createTestApp()
  const { mia, tom, id } = await createPaid(app)
  await setReady(app, tom, false, ['A bank account to be paid to'])
  await approve(app, id)
  await app.work()
  expect(await readStored(app, id)).toMatchObject({ status: 'cron_pending', completed_at: null })
  const problem = 'Your payment account needs a bank account to be paid to.'
  expect(await moneyOf(app, tom, id)).toMatchObject({
    transferProblem: problem,
    nextTransferAt: null,
  })
  // Why it waits is no business of the customer's.
  expect((await app.call(`GET /api/commissions/${id}`, { as: mia })).body).not.toContain(problem)
  expect(await sentencesOf(app, tom)).toContain(`£40.00 for “Skylark” has to wait. ${problem}`)

  const { provider_account_id: account } = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .executeTakeFirstOrThrow()
  await deliverThin(app, account)
  await app.work()
  expect(await readStored(app, id)).toMatchObject({ status: 'completed' })
  expect((await timelineOf(app, id)).slice(-3).map(({ step }) => step)).toEqual([
    'approve',
    'postpone',
    'complete',
  ])
  expect(await transfersAt(app, id)).toHaveLength(1)
  expect((await sentencesOf(app, tom)).join('\n')).toContain(
    '£40.00 for “Skylark” was transferred to your payment account.',
  )
  expect(await moneyProblems(app)).toEqual([])
})

test('a transfer that is refused is tried again by the plan, and after two weeks a person is told', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { tom, id } = await createPaid(app)
  await approve(app, id)
  const { sendTransfer } = app.payments
  const refused = vi.spyOn(app.payments, 'sendTransfer').mockImplementation(async () => {
    throw new PaymentRefused('account_invalid', 'No such account.')
  })
  await app.work()
  expect(await readStored(app, id)).toMatchObject({ status: 'cron_pending' })
  const waiting = await moneyOf(app, tom, id)
  expect(waiting.transferProblem).toBe('The card provider answered with an error. We try again.')
  const inMs = new Date(waiting.nextTransferAt).getTime() - app.clock.now().getTime()
  expect(inMs).toBeGreaterThan(0)
  expect(inMs).toBeLessThanOrEqual(60_000)
  for (let refusal = 2; refusal <= 19; refusal++) {
    expect((await sentencesOf(app, admin)).join()).not.toContain('refused')
    await app.letTimePass()
    await app.work()
  }
  expect(refused).toHaveBeenCalledTimes(19)
  expect((await sentencesOf(app, admin)).join()).toMatch(
    /The transfer \S+ of £40.00 to the artist \S+ was refused for two weeks: No such account/,
  )
  expect(await moneyOf(app, tom, id)).toMatchObject({
    transferProblem:
      'The card provider has refused this transfer for two weeks. Our team has been told.',
    nextTransferAt: null,
  })
  expect(await readStored(app, id)).toMatchObject({ status: 'cron_pending' })
  refused.mockImplementation(sendTransfer)
  expect(await moneyProblems(app)).toEqual([])
})

test('a nudge sends what is due, and shortens no delay after a refusal', async () => {
  await using app = await createTestApp()
  const { id } = await createPaid(app)
  await approve(app, id)
  const refused = vi
    .spyOn(app.payments, 'sendTransfer')
    .mockRejectedValue(new PaymentRefused('account_invalid', 'No such account.'))
  const nudge = async () => {
    await nudgeTransfer(app.db, await readStored(app, id), app.clock.now())
    await app.work()
  }
  await nudge()
  await nudge()
  await nudge()
  expect(refused).toHaveBeenCalledTimes(1)
  refused.mockRestore()
  await app.clock.move({ minutes: 2 })
  await nudge()
  expect(await readStored(app, id)).toMatchObject({ status: 'completed' })
  expect(await transfersAt(app, id)).toHaveLength(1)
})

test('what an admin holds waits, and is sent when it is released', async () => {
  await using app = await createTestApp()
  const admin = await createAdmin(app)
  const { tom, id } = await createPaid(app)
  await approve(app, id)
  const decide = (what: 'hold' | 'release') =>
    app.call(`POST /api/proxy/admin/users/${tom.id}/${what}-transfers`, {
      as: admin,
      send: { note: 'A question.' },
    })
  await decide('hold')
  await app.work()
  expect(await readStored(app, id)).toMatchObject({ status: 'cron_pending' })
  expect(await moneyOf(app, tom, id)).toMatchObject({
    transferProblem: 'We are holding this transfer while we look into a question.',
  })
  await decide('release')
  await app.work()
  expect(await readStored(app, id)).toMatchObject({ status: 'completed' })
})

test.each([
  ['a pending one', slowCard],
  ['one that had arrived', goodCard],
])(
  'a refund that the bank returns (%s) is owed again, and the commission says so',
  async (_, card) => {
    await using app = await createTestApp()
    const { mia, id } = await createPaid(app, card)
    await giveUp(app, id)
    await app.work()
    const [refund] = await refundsAt(app)
    await app.sandbox.control('POST refund', { refund: refund?.id, outcome: 'failed' })
    await app.clock.move({ hours: 25 })
    await runJob(app, 'reconcile_payments')
    expect(await ledgerOf(app)).toMatchObject({ commission_held: 0, customer_payable: -4420 })
    expect(await moneyOf(app, mia, id)).toMatchObject({ refundPence: 4420, isRefunded: false })
    expect(await moneyProblems(app)).toEqual([])
  },
)

test('a delivery that nobody answers is released after two weeks, and unfinished work goes back after sixty days', async () => {
  await using app = await createTestApp()
  const silent = await createPaid(app)
  await deliverTo(app, silent.id)
  const unfinished = await createPaid(app)
  await app.clock.move({ days: 14 })
  await runJob(app, 'apply_commission_deadlines')
  expect(await readStored(app, silent.id)).toMatchObject({ status: 'completed' })
  expect(await transfersAt(app, silent.id)).toHaveLength(1)
  await app.clock.move({ days: 46 })
  await runJob(app, 'apply_commission_deadlines')
  expect(await readStored(app, unfinished.id)).toMatchObject({
    status: 'cancelled',
    status_reason: 'not_finished',
  })
  expect((await refundsAt(app)).map(({ amount }) => amount)).toEqual([4420])
  expect(await moneyProblems(app)).toEqual([])
})
