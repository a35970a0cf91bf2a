// Of random histories: what begins at the card provider and at banks. No call of the app has caused it.

import fc from 'fast-check'
import type Stripe from 'stripe'
import { refundOnDashboard } from '../../../../sandbox/refund-on-dashboard.ts'
import { provider } from '../../shopping.ts'
import { act, type Acts } from './act.ts'
import { chosen, withoutFaults, type Market } from './market.ts'
import { any, one, part, penceOf } from './sale-acts.ts'

const outcome = fc.constantFrom('won', 'lost', 'lost', 'warning_closed', 'escalated')
const bank = fc.constantFrom('works', 'works', 'no_account', 'account_closed', 'returns')
const claim = fc.constantFrom('dispute', 'dispute', 'inquiry', 'part')

export const providerActs: Acts = {
  refundThere: act(2, fc.record({ charge: any, part }), refundThere),
  reverseThere: act(1, fc.record({ transfer: any, part }), reverseThere),
  dispute: act(4, fc.record({ charge: any, claim }), dispute),
  decideDispute: act(4, fc.record({ dispute: any, outcome }), async (market, decided) => {
    const { objects } = await snapshotOf(market)
    const { id } = chosen(objects.dispute, decided.dispute) ?? {}
    const body = { dispute: id, outcome: decided.outcome }
    if (id !== undefined)
      await unlessRefused(market.app.sandbox.control('POST dispute-outcome', body))
  }),
  emptyAccount: act(3, fc.record({ artist: one }), async (market, { artist }) => {
    const account = await accountOf(market, artist)
    await market.app.sandbox.control('POST payout', { account })
  }),
  bank: act(2, fc.record({ artist: fc.option(one), bank }), setBank),
  adjust: act(1, fc.record({ pence: fc.constantFrom(-300, -1, 1, 250) }), ({ app }, { pence }) =>
    app.sandbox.control('POST adjustment', { pence, description: 'Their mistake' }),
  ),
  arrive: act(
    2,
    fc.record({ refund: any, outcome: fc.constantFrom('succeeded', 'failed') }),
    async (market, arrived) => {
      const { objects } = await snapshotOf(market)
      const { id } = chosen(objects.refund, arrived.refund) ?? {}
      const body = { refund: id, outcome: arrived.outcome }
      if (id !== undefined) await unlessRefused(market.app.sandbox.control('POST refund', body))
    },
  ),
}

type Objects = {
  charge: Stripe.Charge[]
  transfer: Stripe.Transfer[]
  refund: Stripe.Refund[]
  dispute: { id: string }[]
}

async function snapshotOf({ app }: Market): Promise<{ objects: Objects }> {
  return (await app.sandbox.control('GET snapshot')) as { objects: Objects }
}

/** What the provider says is not possible at this moment of the history is left out. */
async function unlessRefused(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!/ 40\d|refused/.test(String(error))) throw error
  })
}

async function accountOf({ app, artists }: Market, at: number): Promise<string> {
  const row = await app.db
    .selectFrom('payment_accounts')
    .select('provider_account_id')
    .where('user_id', '=', artists[at]?.id ?? '')
    .executeTakeFirstOrThrow()
  return row.provider_account_id
}

async function paidCharge(market: Market, at: number): Promise<Stripe.Charge | undefined> {
  const { objects } = await snapshotOf(market)
  const paid = objects.charge.filter(({ status }) => status === 'succeeded')
  return chosen(paid, at)
}

/** On the provider's own page, by the operator. */
async function refundThere(market: Market, of: { charge: number; part: string }): Promise<void> {
  const charge = await paidCharge(market, of.charge)
  const left = (charge?.amount ?? 0) - (charge?.amount_refunded ?? 0)
  if (charge === undefined || left === 0) return
  const { url, key: secretKey } = market.app.sandbox
  const amount = (penceOf(left, of.part) / 100).toFixed(2)
  // What the page refuses, it says in its own words: such as that the bank decides about the payment.
  await refundOnDashboard({ url, secretKey }, { charge: charge.id, amount }).catch(() => undefined)
}

/** The platform's own without an artist. */
export async function setBank(
  market: Market,
  of: { artist: number | null; bank: string },
): Promise<void> {
  const account = of.artist === null ? {} : { account: await accountOf(market, of.artist) }
  const body = { ...account, behaviour: of.bank }
  await unlessRefused(market.app.sandbox.control('POST bank', body))
}

async function reverseThere(market: Market, of: { transfer: number; part: string }): Promise<void> {
  const { objects } = await snapshotOf(market)
  const transfer = chosen(objects.transfer, of.transfer)
  const amount = penceOf((transfer?.amount ?? 0) - (transfer?.amount_reversed ?? 0), of.part)
  if (transfer === undefined || amount === 0) return
  await withoutFaults(() =>
    provider(market.app).transfers.createReversal(transfer.id, { amount }),
  ).catch((error: unknown) => {
    if (!(error instanceof Error) || !('statusCode' in error)) throw error
  })
}

async function dispute(market: Market, of: { charge: number; claim: string }): Promise<void> {
  const charge = await paidCharge(market, of.charge)
  if (charge === undefined) return
  const claimed = {
    charge: charge.id,
    inquiry: of.claim === 'inquiry',
    ...(of.claim === 'part' ? { amountPence: penceOf(charge.amount, 'half') } : {}),
  }
  await unlessRefused(market.app.sandbox.control('POST dispute', claimed))
}
