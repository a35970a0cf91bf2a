// What people, the card provider and time do while the process ends, and again after its restart.

import { sql } from 'kysely'
import { payAsCustomer } from '../../../../sandbox/pay-as-customer.ts'
import { createConfirmingAdmin } from '../../access/confirming-admin.ts'
import { codeOf } from '../../accounts/authenticator.ts'
import { take } from '../delivering.ts'
import type { Checkout, Scene } from '../races/race-shop.ts'
import { approve, giveUp, holdTransfers } from '../races/race-sides.ts'
import type { CrashShop } from './crash-shop.ts'
import { jsonOf } from './crash-site.ts'

export type CrashAct = (shop: CrashShop, scene: Scene) => Promise<unknown>

export const goodCard = '4242424242424242'

/** The customer presses "Pay", and pays on the page that opens. */
export const pressPay: CrashAct = async (shop, { id: commissionId }) => {
  const { app, mia } = shop
  const code = await shop.call('POST /api/commission/pay', { as: mia, send: { commissionId } })
  if (code !== 'done') return
  const payment = await app.db
    .selectFrom('payments')
    .selectAll()
    .where('subject_id', '=', commissionId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  const { checkout_url: url, checkout_session_id: sessionId, id: paymentId } = payment
  await payOn(shop, { url: url ?? '', sessionId: sessionId ?? '', paymentId }, goodCard)
}

/** On the page that is open. */
export const payBy =
  (card: string): CrashAct =>
  (shop, scene) =>
    payOn(shop, checkoutOf(scene), card)

async function payOn(shop: CrashShop, checkout: Checkout, card: string): Promise<void> {
  await payAsCustomer(checkout.url, { card })
  await shop.receive(checkout)
}

export const receiveEvents: CrashAct = (shop, scene) => shop.receive(checkoutOf(scene))

function checkoutOf({ checkouts: [checkout] }: Scene): Checkout {
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

export const sendShortRecording: CrashAct = (shop, scene) => shop.send(scene, take)

/** The artist's transfers are held before anything is owed. */
export const holdAndApprove: CrashAct = async (shop, scene) => {
  await holdTransfers.act(shop, scene)
  await approve.act(shop, scene)
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

export const payOutAndRetry: CrashAct = async (shop, scene) => {
  await payOut(shop, scene)
  await retryPayouts(shop, scene)
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

export const approveAndRetry: CrashAct = async (shop, scene) => {
  await approve.act(shop, scene)
  await retryPayouts(shop, scene)
}

/** The day ends, and is compared with the card provider and closed. */
export const approveAndEndTheDay: CrashAct = async (shop, scene) => {
  await approve.act(shop, scene)
  await shop.site.request('POST /dev/clock', jsonOf({ seconds: 24 * 3600 }))
  await shop.queue('reconcile_days', {})
}

export const giveUpAndRetry: CrashAct = async (shop, scene) => {
  await giveUp.act(shop, scene)
  await retryPayouts(shop, scene)
}

/** An admin has paid the refund in another way. */
export const settleRefund: CrashAct = async (shop, { id }) => {
  const { id: refundId } = await shop.owedOf(id, 'refunds')
  const send = { reference: 'FPS 17', note: 'The card is closed.' }
  await shop.call(`POST /api/proxy/admin/refunds/${refundId}/settle`, { as: shop.admins[0], send })
}

/** An admin gives everything back. */
export const giveBack: CrashAct = async (shop, { id }) => {
  const send = { amount: '44.20', leftPence: 4420, reason: 'It has a click.' }
  await shop.call(`POST /api/proxy/admin/sales/${id}/refund`, { as: shop.admins[0], send })
}

/** An admin has documents made for the customer's bank. */
export const makeDocuments: CrashAct = async (shop, { id }) => {
  const route = `/api/proxy/admin/bank-disputes/${await disputeOf(shop, id)}`
  await shop.call(`POST ${route}/documents`, { as: shop.admins[0], send: {} })
}

/** An admin removes the receipt that was made, unless it is gone. */
export const removeDocument: CrashAct = async (shop, { id }) => {
  const receipt = await shop.app.db
    .selectFrom('evidence_files')
    .select('id')
    .where('bank_dispute_id', '=', await disputeOf(shop, id))
    .where('field', '=', 'receipt')
    .executeTakeFirst()
  if (!receipt) return
  const route = `DELETE /api/proxy/admin/evidence-files/${receipt.id}`
  await shop.call(route, { as: shop.admins[0] })
}

async function disputeOf(shop: CrashShop, commissionId: string): Promise<string> {
  const { id } = await shop.app.db
    .selectFrom('bank_disputes')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('bank_disputes.id')
    .where('payments.subject_id', '=', commissionId)
    .executeTakeFirstOrThrow()
  return id
}

/** An admin sends evidence to the customer's bank. */
export const answerBank: CrashAct = async (shop, { id }) => {
  const route = `/api/proxy/admin/bank-disputes/${await disputeOf(shop, id)}`
  const names = ['customerName', 'customerEmail', 'bought', 'servedOn', 'accessLog', 'messages']
  const texts = [...names, 'refundPolicy', 'refundRefusal'].map((name) => [name, 'As agreed'])
  const send = { ...Object.fromEntries(texts), note: 'As agreed' }
  await shop.call(`POST ${route}/answer`, { as: shop.admins[0], send })
}

/** The provider tells that the refund has changed. */
export const checkRefund: CrashAct = async (shop, { id }) => {
  const { id: refundId } = await shop.owedOf(id, 'refunds')
  await shop.queue('check_refund', { refundId })
}

/** The same, by an event of its charge. */
export const checkCharge: CrashAct = async (shop, { id }) => {
  const { charge_id: chargeId } = await shop.app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  await shop.queue('check_charge', { chargeId: chargeId ?? '' })
}

export const checkPayment: CrashAct = async ({ queue }, scene) => {
  const { paymentId, sessionId } = checkoutOf(scene)
  await queue('check_payment', { paymentId, sessionId, eventId: 'evt_crash' })
}
