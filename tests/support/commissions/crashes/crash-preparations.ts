// What a commission is like before the process ends: beyond what races begin with, payments and payouts that went wrong.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Prepared } from '../races/race-fixture.ts'
import { delivered, inProgress, payable } from '../races/race-preparations.ts'
import { provider } from '../../shopping.ts'
import { approve, giveUp } from '../races/race-sides.ts'
import { makeDocuments, payOut, type CrashAct } from './crash-acts.ts'
import type { CrashFixture } from './crash-fixture.ts'

export type PrepareCrash = (fixture: CrashFixture) => Promise<Prepared>

/** Complete at once; the money comes days later, or does not. */
export const laterCard = '4000000000001091'
/** The customer's bank says later whether a refund has arrived. */
const slowRefundCard = '4000000000007726'

export const accepted: PrepareCrash = async (fixture) => {
  const { id } = await fixture.store('requested', {})
  return fixture.preparedOf(id)
}

/** Of another payment of the same checkout, which the provider opened because it had forgotten the first. */
export const paidAgain: PrepareCrash = async (fixture) => {
  const { app, mia } = fixture
  const id = await fixture.payFor()
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
  await fixture.payOn(second.url)
  return fixture.preparedOf(id, { checkouts: [{ ...second, paymentId }] })
}

/** Its checkout is complete, and its money will not come. */
export const declined: PrepareCrash = async (fixture) => {
  const { id, checkouts } = await payable(fixture)
  const [checkout] = checkouts
  if (checkout === undefined) throw new Error('Nothing can be paid.')
  const { paymentId, sessionId, url } = checkout
  await fixture.payOn(url, laterCard)
  await fixture.run('check_payment', { paymentId, sessionId, eventId: 'evt_before' })
  const outcome = { session: sessionId, outcome: 'failed' }
  await fixture.app.sandbox.control('POST payment', outcome)
  return fixture.preparedOf(id, { checkouts })
}

/** Its whole price was refunded in the provider's dashboard. */
export const refundedByHand: PrepareCrash = async (fixture) => {
  const begun = await inProgress(fixture)
  const { charge_id: charge } = await fixture.app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('subject_id', '=', begun.id)
    .executeTakeFirstOrThrow()
  await provider(fixture.app).refunds.create({ charge: charge ?? '' })
  return begun
}

/** No event has told of it. */
export const disputedAtBank: PrepareCrash = async (fixture) => {
  const begun = await inProgress(fixture)
  await fixture.app.sandbox.control('POST dispute', { charge: await chargeOf(fixture, begun) })
  return begun
}

async function chargeOf({ app }: CrashFixture, { id }: Prepared): Promise<string> {
  const { charge_id: charge } = await app.db
    .selectFrom('payments')
    .select('charge_id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  return charge ?? ''
}

/** It is known, and waits for evidence. */
export const frozenByBank: PrepareCrash = async (fixture) => {
  const disputed = await disputedAtBank(fixture)
  await fixture.queue('check_charge', { chargeId: await chargeOf(fixture, disputed) })
  await expect
    .poll(() => fixture.app.db.selectFrom('bank_disputes').select('status').execute())
    .toContainEqual({ status: 'open' })
  return fixture.preparedOf(disputed.id)
}

/** The same, with documents for the bank. */
export const documentsMade: PrepareCrash = async (fixture) => {
  const prepared = await frozenByBank(fixture)
  await makeDocuments(fixture, prepared)
  return prepared
}

/** What is owed back is refused for now, and was refunded by hand meanwhile. */
export const givenUpByHand: PrepareCrash = async (fixture) => {
  const refused = await refusedRefund(fixture)
  await provider(fixture.app).refunds.create({ charge: await chargeOf(fixture, refused) })
  return refused
}

type Payout = 'transfers' | 'refunds'

/** The next transfer or refund is refused for the moment. */
const failing =
  (table: Payout, prepare: PrepareCrash): PrepareCrash =>
  async (fixture) => {
    const failed = await prepare(fixture)
    await fixture.app.sandbox.control('POST faults', { next: '429', path: `/v1/${table}` })
    return failed
  }

export const failingTransfer = failing('transfers', delivered)
export const failingRefund = failing('refunds', inProgress)

/** An attempt is counted before it is made, and has a problem when it has failed. */
const anyProblem: unknown = expect.any(String)

/** It has failed once, so long ago that the provider may have forgotten the key. */
const failed =
  (table: Payout, prepare: PrepareCrash, owe: CrashAct): PrepareCrash =>
  async (fixture) => {
    const begun = await prepare(fixture)
    await owe(fixture, begun)
    await untilTried(fixture, begun.id, {
      table,
      tried: { status: 'waiting', last_problem: anyProblem },
    })
    await sql`
      update ${sql.table(table)} set key_used_at = now() - interval '25 hours'
      where payment_id in (select id from payments where subject_id = ${begun.id})
    `.execute(fixture.app.db)
    return fixture.preparedOf(begun.id)
  }

export const failedTransfer = failed('transfers', failingTransfer, approve.act)
export const failedRefund = failed('refunds', failingRefund, giveUp.act)

/** Refused once, with nothing at the provider that explains it. */
export const refusedRefund: PrepareCrash = async (fixture) => {
  const refused = await failedRefund(fixture)
  await sql`
    update refunds set key_number = 2, key_used_at = null, refusals = 1, due_at = now() + interval '1 day'
    where payment_id in (select id from payments where subject_id = ${refused.id})
  `.execute(fixture.app.db)
  return refused
}

async function untilTried(
  fixture: CrashFixture,
  id: string,
  { table, tried }: { table: Payout; tried: object },
): Promise<void> {
  await expect.poll(() => fixture.owedOf(id, table)).toMatchObject({ ...tried, attempts: 1 })
}

/** The platform has earned something, and no payout of it is on order. */
export const earning: PrepareCrash = async (fixture) => {
  await fixture.run('read_balance_transactions', {})
  await untilPayouts(fixture, ['on_its_way'])
  return inProgress(fixture)
}

export const failingPayout: PrepareCrash = async (fixture) => {
  const begun = await earning(fixture)
  await fixture.app.sandbox.control('POST faults', { next: '429', path: '/v1/payouts' })
  return begun
}

/** As with a transfer that has failed. */
export const failedPayout: PrepareCrash = async (fixture) => {
  const begun = await failingPayout(fixture)
  await payOut(fixture, begun)
  const waiting = () =>
    fixture.app.db
      .selectFrom('platform_payouts')
      .select(['attempts', 'last_problem'])
      .where('status', '=', 'waiting')
      .executeTakeFirst()
  await expect.poll(waiting).toMatchObject({ attempts: 1, last_problem: anyProblem })
  await sql`
    update platform_payouts set key_used_at = now() - interval '25 hours' where status = 'waiting'
  `.execute(fixture.app.db)
  return begun
}

export const madePayout: PrepareCrash = async (fixture) => {
  const begun = await earning(fixture)
  await payOut(fixture, begun)
  await untilPayouts(fixture, ['on_its_way'])
  return begun
}

async function untilPayouts({ app }: CrashFixture, statuses: string[]): Promise<void> {
  const others = () =>
    app.db
      .selectFrom('platform_payouts')
      .select('id')
      .where('status', 'not in', statuses as 'paid'[])
  await expect.poll(() => others().execute()).toEqual([])
}

/** The refund was made, and has now arrived at the customer's bank. */
export const refundArrived: PrepareCrash = async (fixture) => {
  const id = await fixture.payFor({}, slowRefundCard)
  await giveUp.act(fixture, await fixture.preparedOf(id))
  await untilTried(fixture, id, { table: 'refunds', tried: { status: 'pending' } })
  const { provider_id: refund } = await fixture.owedOf(id, 'refunds')
  await fixture.app.sandbox.control('POST refund', { refund, outcome: 'succeeded' })
  return fixture.preparedOf(id)
}

/** Approved, and its transfer is sent. */
export const completed: PrepareCrash = async (fixture) => {
  const prepared = await delivered(fixture)
  await approve.act(fixture, prepared)
  await expect
    .poll(() => fixture.owedOf(prepared.id, 'transfers'))
    .toMatchObject({ status: 'sent' })
  return fixture.preparedOf(prepared.id)
}
