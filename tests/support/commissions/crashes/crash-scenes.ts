// What a commission is like before the process ends: beyond what races begin with, payments and payouts that went wrong.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Scene } from '../races/race-shop.ts'
import { delivered, inProgress, payable } from '../races/race-scenes.ts'
import { provider } from '../../shopping.ts'
import { approve, giveUp } from '../races/race-sides.ts'
import { makeDocuments, payOut, type CrashAct } from './crash-acts.ts'
import type { CrashShop } from './crash-shop.ts'

export type CrashScene = (shop: CrashShop) => Promise<Scene>

/** Complete at once; the money comes days later, or does not. */
export const laterCard = '4000000000001091'
/** The customer's bank says later whether a refund has arrived. */
const slowRefundCard = '4000000000007726'

export const accepted: CrashScene = async (shop) => {
  const { id } = await shop.store('requested', {})
  return shop.sceneOf(id)
}

/** Of another payment of the same checkout, which the provider opened because it had forgotten the first. */
export const paidAgain: CrashScene = async (shop) => {
  const { app, mia } = shop
  const id = await shop.payFor()
  const { id: paymentId } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  const now = app.clock.now()
  const second = await app.payments.openCheckout({
    paymentId,
    subject: { kind: 'commission', id },
    lines: [{ name: 'Once more', description: null, pence: 4420 }],
    customerEmail: mia.email,
    successUrl: 'http://undersong.test/done',
    cancelUrl: 'http://undersong.test/cart',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    idempotencyKey: randomUUID(),
  })
  await shop.payOn(second.url)
  return shop.sceneOf(id, { checkouts: [{ ...second, paymentId }] })
}

/** Its checkout is complete, and its money will not come. */
export const declined: CrashScene = async (shop) => {
  const { id, checkouts } = await payable(shop)
  const [checkout] = checkouts
  if (checkout === undefined) throw new Error('Nothing can be paid.')
  const { paymentId, sessionId, url } = checkout
  await shop.payOn(url, laterCard)
  await shop.run('check_payment', { paymentId, sessionId, eventId: 'evt_before' })
  const outcome = { session: sessionId, outcome: 'failed' }
  await shop.app.sandbox.control('POST payment', outcome)
  return shop.sceneOf(id, { checkouts })
}

/** Its whole price was refunded in the provider's dashboard. */
export const refundedByHand: CrashScene = async (shop) => {
  const begun = await inProgress(shop)
  const { charge_id: charge } = await shop.app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('subject_id', '=', begun.id)
    .executeTakeFirstOrThrow()
  await provider(shop.app).refunds.create({ charge: charge ?? '' })
  return begun
}

/** No event has told of it. */
export const disputedAtBank: CrashScene = async (shop) => {
  const begun = await inProgress(shop)
  await shop.app.sandbox.control('POST dispute', { charge: await chargeOf(shop, begun) })
  return begun
}

async function chargeOf({ app }: CrashShop, { id }: Scene): Promise<string> {
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  return charge ?? ''
}

/** It is known, and waits for evidence. */
export const frozenByBank: CrashScene = async (shop) => {
  const disputed = await disputedAtBank(shop)
  await shop.queue('check_charge', { chargeId: await chargeOf(shop, disputed) })
  await expect
    .poll(() => shop.app.db.selectFrom('bank_disputes').select('status').execute())
    .toContainEqual({ status: 'open' })
  return shop.sceneOf(disputed.id)
}

/** The same, with documents for the bank. */
export const documentsMade: CrashScene = async (shop) => {
  const scene = await frozenByBank(shop)
  await makeDocuments(shop, scene)
  return scene
}

/** What is owed back is refused for now, and was refunded by hand meanwhile. */
export const givenUpByHand: CrashScene = async (shop) => {
  const refused = await refusedRefund(shop)
  await provider(shop.app).refunds.create({ charge: await chargeOf(shop, refused) })
  return refused
}

type Payout = 'transfers' | 'refunds'

/** The next transfer or refund is refused for the moment. */
const failing =
  (table: Payout, scene: CrashScene): CrashScene =>
  async (shop) => {
    const failed = await scene(shop)
    await shop.app.sandbox.control('POST faults', { next: '429', path: `/v1/${table}` })
    return failed
  }

export const failingTransfer = failing('transfers', delivered)
export const failingRefund = failing('refunds', inProgress)

/** An attempt is counted before it is made, and has a problem when it has failed. */
const anyProblem: unknown = expect.any(String)

/** It has failed once, so long ago that the provider may have forgotten the key. */
const failed =
  (table: Payout, scene: CrashScene, owe: CrashAct): CrashScene =>
  async (shop) => {
    const begun = await scene(shop)
    await owe(shop, begun)
    await untilTried(shop, begun.id, {
      table,
      tried: { status: 'waiting', last_problem: anyProblem },
    })
    await sql`
      update ${sql.table(table)} set key_used_at = now() - interval '25 hours'
      where payment_id in (select id from payments where subject_id = ${begun.id})
    `.execute(shop.app.db)
    return shop.sceneOf(begun.id)
  }

export const failedTransfer = failed('transfers', failingTransfer, approve.act)
export const failedRefund = failed('refunds', failingRefund, giveUp.act)

/** Refused once, with nothing at the provider that explains it. */
export const refusedRefund: CrashScene = async (shop) => {
  const refused = await failedRefund(shop)
  await sql`
    update refunds set key_number = 2, key_used_at = null, refusals = 1, due_at = now() + interval '1 day'
    where payment_id in (select id from payments where subject_id = ${refused.id})
  `.execute(shop.app.db)
  return refused
}

async function untilTried(
  shop: CrashShop,
  id: string,
  { table, tried }: { table: Payout; tried: object },
): Promise<void> {
  await expect.poll(() => shop.owedOf(id, table)).toMatchObject({ ...tried, attempts: 1 })
}

/** The platform has earned something, and no payout of it is on order. */
export const earning: CrashScene = async (shop) => {
  await shop.run('read_balance_transactions', {})
  await untilPayouts(shop, ['on_its_way'])
  return inProgress(shop)
}

export const failingPayout: CrashScene = async (shop) => {
  const begun = await earning(shop)
  await shop.app.sandbox.control('POST faults', { next: '429', path: '/v1/payouts' })
  return begun
}

/** As with a transfer that has failed. */
export const failedPayout: CrashScene = async (shop) => {
  const begun = await failingPayout(shop)
  await payOut(shop, begun)
  const waiting = () =>
    shop.app.db
      .selectFrom('platform_payouts')
      .select(['attempts', 'last_problem'])
      .where('status', '=', 'waiting')
      .executeTakeFirst()
  await expect.poll(waiting).toMatchObject({ attempts: 1, last_problem: anyProblem })
  await sql`
    update platform_payouts set key_used_at = now() - interval '25 hours' where status = 'waiting'
  `.execute(shop.app.db)
  return begun
}

export const madePayout: CrashScene = async (shop) => {
  const begun = await earning(shop)
  await payOut(shop, begun)
  await untilPayouts(shop, ['on_its_way'])
  return begun
}

async function untilPayouts({ app }: CrashShop, statuses: string[]): Promise<void> {
  const others = () =>
    app.db
      .selectFrom('platform_payouts')
      .select('id')
      .where('status', 'not in', statuses as 'paid'[])
  await expect.poll(() => others().execute()).toEqual([])
}

/** The refund was made, and has now arrived at the customer's bank. */
export const refundArrived: CrashScene = async (shop) => {
  const id = await shop.payFor({}, slowRefundCard)
  await giveUp.act(shop, await shop.sceneOf(id))
  await untilTried(shop, id, { table: 'refunds', tried: { status: 'pending' } })
  const { provider_id: refund } = await shop.owedOf(id, 'refunds')
  await shop.app.sandbox.control('POST refund', { refund, outcome: 'succeeded' })
  return shop.sceneOf(id)
}

/** Approved, and its transfer is sent. */
export const completed: CrashScene = async (shop) => {
  const scene = await delivered(shop)
  await approve.act(shop, scene)
  await expect.poll(() => shop.owedOf(scene.id, 'transfers')).toMatchObject({ status: 'sent' })
  return shop.sceneOf(scene.id)
}
