// For each event of the provider that the app handles: what happens there, of which the app has not heard, and what it knows
// once it has.

import { sql } from 'kysely'
import type { providerEvents } from '#rules/payments/provider-events.ts'
import { payAsCustomer } from '../../../sandbox/pay-as-customer.ts'
import { createAdmin } from '../access/admin-user.ts'
import { createSeller } from '../payouts/bank-payouts.ts'
import { checkOut, createArtistWithPayouts, provider } from '../shopping.ts'
import { createTrack, createUser, type TestApp } from '../test-app.ts'
import { decideDispute, openDispute, sellTrack } from './bank-disputes.ts'
import { giveBack as giveSaleBack } from './giving-back.ts'
import { readBalance } from './provider-balance.ts'
import { createTransferred, transferOf } from './reversing.ts'

export type EventCase = {
  prepare: (app: TestApp) => Promise<unknown>
  /** What the event changes. */
  effect: (app: TestApp) => Promise<unknown>
}

/** Complete at once; the money comes days later, or does not. */
const laterCard = '4000000000001091'
/** The customer's bank says later whether a refund has arrived. */
const slowRefundCard = '4000000000007726'

const values = (table: string, column: string) => async (app: TestApp) => {
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)}::text as value from ${sql.table(table)} order by 1
  `.execute(app.db)
  return rows.map(({ value }) => value)
}

const payments = values('payments', 'status')
const refunds = values('refunds', 'status')
const disputes = values('bank_disputes', 'status')
const answered = values('bank_disputes', 'answered_at')
const accounts = values('payment_accounts', 'payouts_enabled')
const banks = values('payment_accounts', 'bank_unusable')
const platformPayouts = values('platform_payouts', 'status')
const movements = values('balance_transactions', 'id')
const available = values('balance_transactions', 'is_available')
const bankPayouts = values('bank_payouts', 'status')

async function openCheckout(app: TestApp) {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, pricePence: 500 })
  return checkOut(app, mia, [track.id])
}

async function payByCard(app: TestApp, card = '4242424242424242') {
  const checkout = await openCheckout(app)
  await payAsCustomer(checkout.url, { card })
  return checkout
}

const payLater = (outcome: 'succeeded' | 'failed') => async (app: TestApp) => {
  const { sessionId } = await payByCard(app, laterCard)
  await app.sandbox.control('POST payment', { session: sessionId, outcome })
}

async function refundThere(app: TestApp): Promise<void> {
  const { charge } = await sellTrack(app)
  await provider(app).refunds.create({ charge, amount: 200 })
}

/** Ours, of which the customer's bank says later what became of it. */
const refundLater = (outcome: 'succeeded' | 'failed') => async (app: TestApp) => {
  const { saleId } = await sellTrack(app, { card: slowRefundCard })
  const all = { amount: '5.70', leftPence: 570 }
  await giveSaleBack(app, await createAdmin(app), saleId, all)
  await app.work()
  const { provider_id: refund } = await app.db
    .selectFrom('refunds')
    .select('provider_id')
    .executeTakeFirstOrThrow()
  await app.sandbox.control('POST refund', { refund, outcome })
}

const disputed = (outcome?: 'won' | 'lost') => async (app: TestApp) => {
  const { charge } = await sellTrack(app)
  const dispute = await openDispute(app, charge)
  if (outcome !== undefined) await decideDispute(app, dispute, outcome)
}

/** The operator answers in the provider's dashboard. */
async function answerThere(app: TestApp): Promise<void> {
  const { charge } = await sellTrack(app)
  const dispute = await openDispute(app, charge)
  const evidence = { uncategorized_text: 'As agreed.' }
  await provider(app).disputes.update(dispute, { evidence, submit: true })
}

/** By hand: the app's own reversals are recorded from their answers. */
async function reverseThere(app: TestApp): Promise<void> {
  const { transferId } = await createTransferred(app)
  const { provider_id: sent } = await transferOf(app, transferId)
  await provider(app).transfers.createReversal(sent ?? '', { amount: 100 })
  await app.clock.move({ hours: 3 })
}

/** The operator pays out by hand; the bank behaves so. */
const payOutThere =
  ({ days = 0, behaviour = 'works' }) =>
  async (app: TestApp) => {
    await sellTrack(app)
    await app.sandbox.control('POST bank', { behaviour })
    await app.sandbox.control('POST payout', {})
    if (days > 0) await app.clock.move({ days })
  }

async function cancelPayout(app: TestApp): Promise<void> {
  await payOutThere({})(app)
  const [payout] = (await provider(app).payouts.list()).data
  await provider(app).payouts.cancel(payout?.id ?? '')
}

async function settleMoney(app: TestApp): Promise<void> {
  await sellTrack(app)
  await readBalance(app)
  await app.clock.move({ days: 8 })
}

async function accountOf(app: TestApp): Promise<string> {
  const row = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .executeTakeFirstOrThrow()
  return row.provider_account_id
}

async function closeAccount(app: TestApp): Promise<void> {
  await createArtistWithPayouts(app)
  await provider(app).v2.core.accounts.close(await accountOf(app))
}

async function lackDetails(app: TestApp): Promise<void> {
  await createArtistWithPayouts(app)
  const missing = ['details']
  await app.sandbox.control('POST requirements', { account: await accountOf(app), missing })
}

async function verifyAgain(app: TestApp): Promise<void> {
  await createArtistWithPayouts(app)
  await app.sandbox.control('POST verification', { account: await accountOf(app), pending: true })
}

/** What an artist's account has goes to its bank, which behaves so. */
const payArtistOut =
  ({ days = 0, behaviour = 'works' }) =>
  async (app: TestApp) => {
    const { accountId: account } = await createSeller(app)
    await app.sandbox.control('POST bank', { account, behaviour })
    await app.sandbox.control('POST payout', { account })
    if (days > 0) await app.clock.move({ days })
    return account
  }

async function cancelArtistPayout(app: TestApp): Promise<void> {
  const stripeAccount = await payArtistOut({})(app)
  const [payout] = (await provider(app).payouts.list({}, { stripeAccount })).data
  await provider(app).payouts.cancel(payout?.id ?? '', {}, { stripeAccount })
}

/** A payout has not reached it. */
async function loseBank(app: TestApp): Promise<void> {
  await payArtistOut({ days: 3, behaviour: 'account_closed' })(app)
}

export const eventCases: Record<keyof typeof providerEvents, EventCase> = {
  'checkout.session.completed': { prepare: (app) => payByCard(app), effect: payments },
  'checkout.session.async_payment_succeeded': { prepare: payLater('succeeded'), effect: payments },
  'checkout.session.async_payment_failed': { prepare: payLater('failed'), effect: payments },
  'checkout.session.expired': {
    prepare: async (app) => {
      await openCheckout(app)
      await app.clock.move({ hours: 2 })
    },
    effect: payments,
  },
  'refund.created': { prepare: refundThere, effect: refunds },
  'refund.updated': { prepare: refundLater('succeeded'), effect: refunds },
  'refund.failed': { prepare: refundLater('failed'), effect: refunds },
  'charge.refunded': { prepare: refundThere, effect: refunds },
  'charge.dispute.created': { prepare: disputed(), effect: disputes },
  'charge.dispute.updated': { prepare: answerThere, effect: answered },
  'charge.dispute.closed': { prepare: disputed('lost'), effect: disputes },
  'charge.dispute.funds_withdrawn': { prepare: disputed(), effect: disputes },
  'charge.dispute.funds_reinstated': { prepare: disputed('won'), effect: disputes },
  'transfer.reversed': { prepare: reverseThere, effect: movements },
  'payout.created': { prepare: payOutThere({}), effect: platformPayouts },
  'payout.paid': { prepare: payOutThere({ days: 3 }), effect: platformPayouts },
  'payout.failed': {
    prepare: payOutThere({ days: 3, behaviour: 'no_account' }),
    effect: platformPayouts,
  },
  'payout.canceled': { prepare: cancelPayout, effect: platformPayouts },
  'balance.available': { prepare: settleMoney, effect: available },
  'v2.core.account.closed': { prepare: closeAccount, effect: accounts },
  'v2.core.account[requirements].updated': { prepare: lackDetails, effect: accounts },
  'v2.core.account[configuration.recipient].capability_status_updated': {
    prepare: verifyAgain,
    effect: accounts,
  },
  'v2.core.account[configuration.recipient].updated': { prepare: loseBank, effect: banks },
}

/** Those that come from the accounts of artists as well. */
export const artistPayoutCases: Record<
  `payout.${string}` & keyof typeof providerEvents,
  EventCase
> = {
  'payout.created': { prepare: payArtistOut({}), effect: bankPayouts },
  'payout.paid': { prepare: payArtistOut({ days: 3 }), effect: bankPayouts },
  'payout.failed': {
    prepare: payArtistOut({ days: 3, behaviour: 'no_account' }),
    effect: bankPayouts,
  },
  'payout.canceled': { prepare: cancelArtistPayout, effect: bankPayouts },
}
