// A penny that was planted after the day was closed: in a row, in the ledger, or at the provider; and what the next night
// finds of it. What is planted in the database is taken back with its transaction.

import { sql, type RawBuilder } from 'kysely'
import type Stripe from 'stripe'
import { provider } from '../../shopping.ts'
import type { Market } from './market.ts'
import { findNextNight } from './next-night.ts'

/** Returns what the night finds then. */
export type Plant = (market: Market) => Promise<string[]>

/** As a superuser can, who takes the triggers away. @throws if there is no such row */
const inDatabase =
  (change: RawBuilder<unknown>, areDaysKept = false): Plant =>
  (market) =>
    findNextNight(market, {
      plant: async (db) => {
        const { numAffectedRows } = await change.execute(db)
        if (numAffectedRows !== 1n) throw new Error('Nothing was planted.')
      },
      areDaysKept,
    })

/** One row of those that the condition names. */
const one = (table: string, condition: string) => sql`
  ctid = (select ctid from ${sql.table(table)} where ${sql.raw(condition)} limit 1)`

const raised = (table: string, column: string, condition = 'true', areDaysKept = false) =>
  inDatabase(
    sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + 1
      where ${one(table, condition)}`,
    areDaysKept,
  )

/** Where the sum of a row is checked. */
const shifted = (table: string, [from, to]: [from: string, to: string]) =>
  inDatabase(sql`
    update ${sql.table(table)}
    set ${sql.ref(from)} = ${sql.ref(from)} - 1, ${sql.ref(to)} = ${sql.ref(to)} + 1
    where ${one(table, `refunded_pence = 0 and ${from} > 0`)}`)

const removed = (table: string, condition = 'true') =>
  inDatabase(sql`delete from ${sql.table(table)} where ${one(table, condition)}`)

type Objects = Record<'refund' | 'dispute' | 'payout', { id: string }[]> & {
  balance_transaction: { id: string; type: string }[]
  charge: Stripe.Charge[]
  transfer: { id: string; destination: string }[]
}

const objectsOf = async ({ app }: Market) =>
  ((await app.sandbox.control('GET snapshot')) as { objects: Objects }).objects

const raisedThere =
  (kind: keyof Objects): Plant =>
  async (market) => {
    const [object] = (await objectsOf(market))[kind]
    const change = (pence: number) =>
      market.app.sandbox.control('POST change', { id: object?.id, pence })
    await change(1)
    const found = await findNextNight(market)
    await change(-1)
    return found
  }

/** No row of ours is about it. */
const sendThere: Plant = async (market) => {
  const { transfer, charge } = await objectsOf(market)
  const source = charge.find(({ amount_refunded: back, disputed }) => back === 0 && !disputed)
  await provider(market.app).transfers.create({
    amount: 1,
    currency: 'gbp',
    destination: transfer[0]?.destination ?? '',
    source_transaction: source?.id ?? '',
  })
  // The night compares the days that have ended.
  await market.app.clock.move({ days: 1 })
  return findNextNight(market)
}

const removeThere: Plant = async (market) => {
  const { balance_transaction: movements } = await objectsOf(market)
  const movement = movements.find(({ type }) => type === 'charge')
  await market.app.sandbox.control('POST remove', { id: movement?.id })
  return findNextNight(market)
}

const ofCharge = `account = 'stripe_pending' and transaction_id in (select ledger_transaction_id from balance_transactions where type = 'charge')`

const untouched = `status = 'sent' and reversed_pence = 0 and netted_pence = 0`

export const plants: Record<string, Plant> = {
  'a payment': raised('payments', 'amount_pence', `status = 'paid'`),
  'what a payment counts as given back': raised('payments', 'refunded_pence', 'refunded_pence > 0'),
  'what a payment counts as sent': raised('payments', 'transferred_pence', `status = 'paid'`),
  'the amount of a transfer': raised('transfers', 'amount_pence', `status = 'sent'`),
  'what a transfer has paid of debts': raised('transfers', 'netted_pence', untouched),
  'what a transfer counts as taken back': raised('transfers', 'reversed_pence', untouched),
  'a transfer that is gone': removed('transfers', `status = 'sent' and reversed_pence = 0`),
  'a reversal': raised('reversals', 'amount_pence', `status = 'sent'`),
  'a reversal that is gone': removed('reversals', `status = 'sent'`),
  'a reduction by a debt': raised('nettings', 'amount_pence'),
  'a refund': raised('refunds', 'amount_pence', `status = 'sent'`),
  'a refund that is gone': removed('refunds', `status = 'sent'`),
  'the shares of a sale': shifted('sales', ['platform_fee_pence', 'artist_pence']),
  'a bank dispute': raised('bank_disputes', 'amount_pence', `status = 'lost'`),
  'a bank dispute that is gone': removed('bank_disputes', `status = 'lost'`),
  'what a dispute has lost': raised('bank_disputes', 'lost_pence', `status = 'lost'`),
  'a bank payout of an artist': raised('bank_payouts', 'amount_pence', `status = 'paid'`),
  'a payout of the platform': raised('platform_payouts', 'amount_pence', `status = 'paid'`),
  'a bank payout that has failed': inDatabase(sql`
    update bank_payouts set status = 'failed', ended_at = created_at
    where ${one('bank_payouts', `status = 'paid'`)}`),
  'a payout of the platform that came back': inDatabase(sql`
    update platform_payouts set status = 'returned', ended_at = sent_at
    where ${one('platform_payouts', `status = 'paid'`)}`),
  'the movement of a reversal': inDatabase(sql`
    update balance_transactions set source_id = null
    where ${one('balance_transactions', `type = 'transfer_refund'`)}`),
  'the fee of a dispute': inDatabase(sql`
    update ledger_entries set account = 'disputed'
    where ${one('ledger_entries', `account = 'dispute_fees'`)}`),
  'an amount of the ledger': raised('ledger_entries', 'amount_pence', ofCharge),
  'an entry of the ledger that is gone': removed('ledger_entries', ofCharge),
  'a movement of the balance': raised('balance_transactions', 'amount_pence', `type = 'charge'`),
  'the fee of a movement': raised('balance_transactions', 'fee_pence', `type = 'charge'`),
  'a movement of the balance that is gone': removed('balance_transactions', `type = 'transfer'`),
  'a closed day': raised('reconciled_days', 'closing_pence', 'true', true),
  'the sums of a closed day': raised('reconciled_sums', 'amount_pence', 'true', true),
  'what an account had on a closed day': raised(
    'ledger_day_sums',
    'pence',
    `account = 'platform_commission'`,
    true,
  ),
  'a charge at the provider': raisedThere('charge'),
  'a transfer at the provider': raisedThere('transfer'),
  'a refund at the provider': raisedThere('refund'),
  'a dispute at the provider': raisedThere('dispute'),
  'a payout at the provider': raisedThere('payout'),
  'a movement at the provider': raisedThere('balance_transaction'),
  // The last two stay.
  'a transfer that nobody has ordered': sendThere,
  'a movement that the provider has not any more': removeThere,
}
