// What people, the card provider and time do while the process ends, and again after its restart.

import { sql } from 'kysely'
import { payAsCustomer } from '../../../../sandbox/pay-as-customer.ts'
import { createConfirmingAdmin } from '../../access/confirming-admin.ts'
import { codeOf } from '../../accounts/authenticator.ts'
import { take } from '../delivering.ts'
import type { Checkout, Prepared } from '../races/race-fixture.ts'
import { approve, giveUp, holdTransfers } from '../races/race-sides.ts'
import type { CrashFixture } from './crash-fixture.ts'
import { jsonOf } from './crash-site.ts'

export type CrashAct = (fixture: CrashFixture, prepared: Prepared) => Promise<unknown>

export const goodCard = '4242424242424242'

/** The customer presses "Pay", and pays on the page that opens. */
export const pressPay: CrashAct = async (fixture, { id: commissionId }) => {
  const { app, mia } = fixture
  const code = await fixture.call('POST /api/commission/pay', { as: mia, send: { commissionId } })
  if (code !== 'done') return
  const payment = await app.db
    .selectFrom('payments')
    .selectAll()
    .where('subject_id', '=', commissionId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  const { checkout_url: url, checkout_session_id: sessionId, id: paymentId } = payment
  await payOn(fixture, { url: url ?? '', sessionId: sessionId ?? '', paymentId }, goodCard)
}

/** On the page that is open. */
export const payBy =
  (card: string): CrashAct =>
  (fixture, prepared) =>
    payOn(fixture, checkoutOf(prepared), card)

async function payOn(fixture: CrashFixture, checkout: Checkout, card: string): Promise<void> {
  await payAsCustomer(checkout.url, { card })
  await fixture.receive(checkout)
}

export const receiveEvents: CrashAct = (fixture, prepared) => fixture.receive(checkoutOf(prepared))

function checkoutOf({ checkouts: [checkout] }: Prepared): Checkout {
  if (checkout === undefined) throw new Error('Nothing can be paid.')
  return checkout
}

/** The commission's deadline of this name passes. */
export const pass =
  (deadline: 'answer_by' | 'pay_by' | 'approve_at' | 'end_at' | 'hold_until'): CrashAct =>
  async ({ app, change, site }, { id }) => {
    await change(id, { [deadline]: new Date(app.clock.now().getTime() - 1_000) })
    await site.tick()
  }

/** Under one key: it is stored once. */
export const writeOnce: CrashAct = ({ call, mia }, { id }) =>
  call(`POST /api/commissions/${id}/messages`, {
    as: mia,
    send: { text: 'Could it be in D?', requestKey: id },
  })

export const sendShortRecording: CrashAct = (fixture, prepared) => fixture.send(prepared, take)

/** The artist's transfers are held before anything is owed. */
export const holdAndApprove: CrashAct = async (fixture, prepared) => {
  await holdTransfers.act(fixture, prepared)
  await approve.act(fixture, prepared)
}

/** What is owed is due for another attempt. */
export const retryPayouts: CrashAct = async ({ app, queue }, { id }) => {
  for (const table of ['transfers', 'refunds'] as const) {
    await sql`
      update ${sql.table(table)} set due_at = now() - interval '1 hour'
      where payment_id in (select id from payments where subject_id = ${id})
    `.execute(app.db)
  }
  await sql`
    update reversals set due_at = now() - interval '1 hour'
    where status = 'waiting' and transfer_id in (
      select transfers.id from transfers join payments on payments.id = payment_id where subject_id = ${id}
    )
  `.execute(app.db)
  await queue('reconcile_payments', {})
  await sql`
    update platform_payouts set due_at = now() - interval '1 hour' where status = 'waiting'
  `.execute(app.db)
  await queue('read_balance_transactions', {})
}

/** An admin looks whether a payout is ordered, and orders it. */
export const payOut: CrashAct = async ({ app, call }, { id }) => {
  const ordered = await app.db
    .selectFrom('admin_actions')
    .select('id')
    .where('action', '=', 'pay_out')
    .where('note', '=', id)
    .executeTakeFirst()
  if (ordered) return
  const admin = await createConfirmingAdmin(app)
  const send = { amount: '1', note: id, code: codeOf(admin.secret) }
  await call('POST /api/proxy/admin/payouts', { as: admin, send })
}

export const payOutAndRetry: CrashAct = async (fixture, prepared) => {
  await payOut(fixture, prepared)
  await retryPayouts(fixture, prepared)
}

/** The provider tells that the latest payout has changed. */
export const checkPayout: CrashAct = async ({ app, queue }) => {
  const { provider_id: payoutId } = await app.db
    .selectFrom('platform_payouts')
    .select('provider_id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await queue('check_payout', { payoutId: payoutId ?? '', providerAccountId: null })
}

export const approveAndRetry: CrashAct = async (fixture, prepared) => {
  await approve.act(fixture, prepared)
  await retryPayouts(fixture, prepared)
}

/** The day ends, and is compared with the card provider and closed. */
export const approveAndEndTheDay: CrashAct = async (fixture, prepared) => {
  await approve.act(fixture, prepared)
  await fixture.site.request('POST /dev/clock', jsonOf({ seconds: 24 * 3600 }))
  await fixture.queue('reconcile_days', {})
}

export const giveUpAndRetry: CrashAct = async (fixture, prepared) => {
  await giveUp.act(fixture, prepared)
  await retryPayouts(fixture, prepared)
}

/** An admin has paid the refund in another way. */
export const settleRefund: CrashAct = async (fixture, { id }) => {
  const { id: refundId } = await fixture.owedOf(id, 'refunds')
  const send = { reference: 'FPS 17', note: 'The card is closed.' }
  await fixture.call(`POST /api/proxy/admin/refunds/${refundId}/settle`, {
    as: fixture.admins[0],
    send,
  })
}

/** An admin gives everything back. */
export const giveBack: CrashAct = async (fixture, { id }) => {
  const send = { amount: '44.20', leftPence: 4420, reason: 'It has a click.' }
  await fixture.call(`POST /api/proxy/admin/sales/${id}/refund`, { as: fixture.admins[0], send })
}

/** An admin has documents made for the customer's bank. */
export const makeDocuments: CrashAct = async (fixture, { id }) => {
  const route = `/api/proxy/admin/bank-disputes/${await disputeOf(fixture, id)}`
  await fixture.call(`POST ${route}/documents`, { as: fixture.admins[0], send: {} })
}

/** An admin removes the receipt that was made, unless it is gone. */
export const removeDocument: CrashAct = async (fixture, { id }) => {
  const receipt = await fixture.app.db
    .selectFrom('evidence_files')
    .select('id')
    .where('bank_dispute_id', '=', await disputeOf(fixture, id))
    .where('field', '=', 'receipt')
    .executeTakeFirst()
  if (!receipt) return
  const route = `DELETE /api/proxy/admin/evidence-files/${receipt.id}`
  await fixture.call(route, { as: fixture.admins[0] })
}

async function disputeOf(fixture: CrashFixture, commissionId: string): Promise<string> {
  const { id } = await fixture.app.db
    .selectFrom('bank_disputes')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('bank_disputes.id')
    .where('payments.subject_id', '=', commissionId)
    .executeTakeFirstOrThrow()
  return id
}

/** An admin sends evidence to the customer's bank. */
export const answerBank: CrashAct = async (fixture, { id }) => {
  const route = `/api/proxy/admin/bank-disputes/${await disputeOf(fixture, id)}`
  const names = ['customerName', 'customerEmail', 'bought', 'servedOn', 'accessLog', 'messages']
  const texts = [...names, 'refundPolicy', 'refundRefusal'].map((name) => [name, 'As agreed'])
  const send = { ...Object.fromEntries(texts), note: 'As agreed' }
  await fixture.call(`POST ${route}/answer`, { as: fixture.admins[0], send })
}

/** The provider tells that the refund has changed. */
export const checkRefund: CrashAct = async (fixture, { id }) => {
  const { id: refundId } = await fixture.owedOf(id, 'refunds')
  await fixture.queue('check_refund', { refundId })
}

/** The same, by an event of its charge. */
export const checkCharge: CrashAct = async (fixture, { id }) => {
  const { charge_id: chargeId } = await fixture.app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  await fixture.queue('check_charge', { chargeId: chargeId ?? '' })
}

export const checkPayment: CrashAct = async ({ queue }, prepared) => {
  const { paymentId, sessionId } = checkoutOf(prepared)
  await queue('check_payment', { paymentId, sessionId, eventId: 'evt_crash' })
}
