// What one app has of money: its rows, and the card provider's objects under its key.

import type { Selectable } from 'kysely'
import type Stripe from 'stripe'
import type { Clock } from '#server/clock-and-failpoints/clock.ts'
import type { Tables } from '#server/db/tables.ts'
import { ledgerOf } from '../shopping.ts'
import type { TestApp } from '../test-app.ts'

/** Both sides of one app: its rows, and the provider's objects under its key. */
export type Sides = Pick<TestApp, 'db' | 'sandbox'> & { clock?: Clock }
export type MoneyRecords = Awaited<ReturnType<typeof readMoneyRecords>>
export type Order = Selectable<Tables['orders']>
export type Commission = Selectable<Tables['commissions']>
export type Payment = Selectable<Tables['payments']>
export type Line = Selectable<Tables['order_lines']>
/** All provider objects under the test app's key. */
type Snapshot = {
  balances: { platform: { availablePence: number; pendingPence: number } }
  objects: {
    'checkout.session': Stripe.Checkout.Session[]
    charge: Stripe.Charge[]
    transfer: Stripe.Transfer[]
    transfer_reversal: Stripe.TransferReversal[]
    refund: Stripe.Refund[]
    balance_transaction: Stripe.BalanceTransaction[]
    payout: Stripe.Payout[]
    'v2.core.account': Stripe.V2.Core.Account[]
  }
}

export async function readMoneyRecords(app: Sides) {
  const { db } = app
  const { balances, objects } = (await app.sandbox.control('GET snapshot')) as Snapshot
  const balanceTransactions = await db.selectFrom('balance_transactions').selectAll().execute()
  const booked = new Set(balanceTransactions.map(({ id }) => id))
  /** Money that has moved between the platform's balance and its bank since that was read: no row of ours is about it. */
  const isUnread = ({ id, type }: Stripe.BalanceTransaction) =>
    (type === 'topup' || type === 'payout') && !booked.has(id)
  return {
    orders: await db.selectFrom('orders').selectAll().execute(),
    lines: await db.selectFrom('order_lines').selectAll().execute(),
    commissions: await db.selectFrom('commissions').selectAll().execute(),
    entitlements: await db.selectFrom('entitlements').selectAll().execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    transfers: await db.selectFrom('transfers').selectAll().execute(),
    reversals: await db.selectFrom('reversals').selectAll().execute(),
    refunds: await db.selectFrom('refunds').selectAll().execute(),
    payouts: await db.selectFrom('platform_payouts').selectAll().execute(),
    accounts: await db.selectFrom('payment_accounts').selectAll().execute(),
    balanceTransactions,
    ledger: await ledgerOf(app),
    provider: {
      movements: objects.balance_transaction.filter((one) => !isUnread(one)),
      sessions: objects['checkout.session'],
      charges: objects.charge.filter(({ paid }) => paid),
      transfers: objects.transfer,
      reversals: objects.transfer_reversal,
      payouts: objects.payout,
      refunds: objects.refund.filter(({ status }) => status !== 'failed' && status !== 'canceled'),
      accounts: objects['v2.core.account'].filter(({ closed }) => !closed),
      /** Without what the operator has added, and with what has left to the bank, since that was read. */
      balancePence:
        balances.platform.availablePence +
        balances.platform.pendingPence -
        sum(objects.balance_transaction.filter(isUnread).map(({ net }) => net)),
    },
  }
}

export function sum(pence: number[]): number {
  return pence.reduce((total, one) => total + one, 0)
}

/** The problems of the checks that are wrong. */
export function found(...checks: [isWrong: boolean, problem: string][]): string[] {
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem)
}
