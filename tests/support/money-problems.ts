// Invariants that hold after any failure: compares every row of the database with all objects at the card provider.

import type { Selectable } from 'kysely'
import type Stripe from 'stripe'
import type { Tables } from '#server/db/tables.ts'
import type { TestApp } from './test-app.ts'
import { ledgerOf } from './shopping.ts'

/** Both sides of one app: its rows, and the provider's objects under its key. */
type Sides = Pick<TestApp, 'db' | 'sandbox'>
type Records = Awaited<ReturnType<typeof readRecords>>
type Order = Selectable<Tables['orders']>
type Line = Selectable<Tables['order_lines']>
/** All provider objects under the test app's key. */
type Snapshot = {
  balances: { platform: { availablePence: number; pendingPence: number } }
  objects: {
    'checkout.session': Stripe.Checkout.Session[]
    charge: Stripe.Charge[]
    transfer: Stripe.Transfer[]
    refund: Stripe.Refund[]
    'v2.core.account': Stripe.V2.Core.Account[]
  }
}

const paidStatuses = new Set(['paid', 'part_refunded', 'refunded'])

/** Returns one sentence for each problem. */
export async function moneyProblems(app: Sides): Promise<string[]> {
  const records = await readRecords(app)
  return [
    ...records.orders.flatMap((order) => [
      ...sessionProblems(records, order),
      ...(paidStatuses.has(order.status)
        ? [...paymentProblems(records, order), ...grantProblems(records, order)]
        : unpaidProblems(records, order)),
    ]),
    ...records.payouts.flatMap((payout) => transferProblems(records, payout)),
    ...records.refunds.flatMap((refund) => refundProblems(records, refund)),
    ...accountProblems(records),
    ...unknownObjectProblems(records),
    ...ledgerProblems(records),
  ]
}

async function readRecords(app: Sides) {
  const { db } = app
  const { balances, objects } = (await app.sandbox.control('GET snapshot')) as Snapshot
  return {
    orders: await db.selectFrom('orders').selectAll().execute(),
    lines: await db.selectFrom('order_lines').selectAll().execute(),
    entitlements: await db.selectFrom('entitlements').selectAll().execute(),
    payouts: await db.selectFrom('payouts').selectAll().execute(),
    refunds: await db.selectFrom('refunds').selectAll().execute(),
    accounts: await db.selectFrom('payout_accounts').selectAll().execute(),
    ledger: await ledgerOf(app),
    provider: {
      sessions: objects['checkout.session'],
      charges: objects.charge.filter(({ paid }) => paid),
      transfers: objects.transfer,
      refunds: objects.refund.filter(({ status }) => status !== 'failed' && status !== 'canceled'),
      accounts: objects['v2.core.account'].filter(({ closed }) => !closed),
      balancePence: balances.platform.availablePence + balances.platform.pendingPence,
    },
  }
}

/** At most one checkout of an order can be paid, and none once the order is finished. */
function sessionProblems({ provider }: Records, order: Order): string[] {
  const sessions = provider.sessions.filter((one) => one.client_reference_id === order.id)
  const open = sessions.filter(({ status }) => status === 'open').length
  const paid = sessions.filter((one) => one.payment_status === 'paid').length
  const own = sessions.some(({ id }) => id === order.checkout_session_id)
  const { id, status } = order
  return found(
    [order.checkout_session_id !== null && !own, `order ${id}: the provider has no such checkout`],
    [open > (status === 'pending' ? 1 : 0), `order ${id} is ${status}: ${open} can be paid`],
    [paid > 1, `order ${id} was paid ${paid} times`],
    [paid > 0 && !paidStatuses.has(status), `order ${id} is ${status}, but was paid`],
  )
}

function paymentProblems(records: Records, order: Order): string[] {
  const { id, total_pence: total } = order
  const session = records.provider.sessions.find((one) => one.id === order.checkout_session_id)
  const charge = records.provider.charges.find((one) => one.id === order.charge_id)
  const charged = sum(linesOf(records, order).map((line) => line.customer_pence))
  const refunded = sum(
    records.refunds
      .filter((refund) => refund.order_id === id && refund.status === 'sent')
      .map((refund) => refund.amount_pence),
  )
  const expectedStatus = refunded === 0 ? 'paid' : refunded === total ? 'refunded' : 'part_refunded'
  return found(
    [session?.payment_status !== 'paid', `order ${id} is ${order.status}, but was not paid`],
    [
      session?.payment_intent !== order.payment_intent_id ||
        charge?.payment_intent !== order.payment_intent_id,
      `order ${id} names another payment`,
    ],
    [
      charge?.amount !== total || charge.amount_captured !== total || charge.currency !== 'gbp',
      `order ${id} of ${total} was charged ${charge?.amount_captured} ${charge?.currency}`,
    ],
    [charged !== total, `order ${id} of ${total} has lines of ${charged}`],
    [order.status !== expectedStatus, `order ${id} is ${order.status}, not ${expectedStatus}`],
  )
}

/** Each line is granted or refunded; each artist is owed the share of the granted lines once. */
function grantProblems(records: Records, order: Order): string[] {
  const lines = linesOf(records, order)
  const granted = lines.filter((line) => entitlementOf(records, line) !== undefined)
  const owed = Object.groupBy(granted, (line) => line.artist_id)
  const payouts = records.payouts.filter((payout) => payout.order_id === order.id)
  return [
    ...lines.flatMap((line) => lineProblems(records, order, line)),
    ...Object.entries(owed).flatMap(([artistId, own = []]) => {
      const due = sum(own.map((line) => line.artist_pence))
      const row = payouts.find((payout) => payout.artist_id === artistId)
      const pence = row?.amount_pence ?? 0
      return found([pence !== due, `order ${order.id} owes ${artistId} ${due}, not ${pence}`])
    }),
    ...payouts
      .filter((payout) => owed[payout.artist_id] === undefined)
      .map((payout) => `payout ${payout.id} is owed for nothing granted`),
  ]
}

function lineProblems(records: Records, order: Order, line: Line): string[] {
  const entitlement = entitlementOf(records, line)
  const refund = records.refunds.find((one) => one.order_line_id === line.id)
  return found(
    [!entitlement && !refund, `line ${line.id} was neither granted nor given back`],
    [
      entitlement !== undefined && refund !== undefined,
      `line ${line.id} was granted and given back`,
    ],
    [
      entitlement !== undefined &&
        (entitlement.user_id !== order.customer_id || entitlement.track_id !== line.track_id),
      `line ${line.id} was granted to another customer, or another track`,
    ],
    [
      refund !== undefined && refund.amount_pence !== line.customer_pence,
      `refund ${refund?.id} is not what line ${line.id} cost`,
    ],
  )
}

function unpaidProblems(records: Records, order: Order): string[] {
  const { id, status } = order
  const granted = linesOf(records, order).filter((line) => entitlementOf(records, line)).length
  const payouts = records.payouts.filter((payout) => payout.order_id === id).length
  const refunds = records.refunds.filter((refund) => refund.order_id === id).length
  return found(
    [granted > 0, `order ${id} is ${status}, but granted ${granted}`],
    [payouts > 0, `order ${id} is ${status}, but owes ${payouts} artists`],
    [refunds > 0, `order ${id} is ${status}, but gives ${refunds} lines back`],
  )
}

/** A transfer exists exactly once if the payout is sent, and does not exist otherwise. */
function transferProblems(records: Records, payout: Selectable<Tables['payouts']>): string[] {
  const { id, status } = payout
  const made = records.provider.transfers.filter(({ metadata }) => metadata['payout_id'] === id)
  const times = `payout ${id} is ${status}, and was transferred ${made.length} times`
  const [transfer] = made
  if (status !== 'sent' || made.length !== 1 || !transfer) {
    return found([made.length !== (status === 'sent' ? 1 : 0), times])
  }
  const order = records.orders.find((one) => one.id === payout.order_id)
  const account = records.accounts.find((one) => one.user_id === payout.artist_id)
  return found(
    [transfer.id !== payout.transfer_id, `payout ${id} names another transfer`],
    [
      transfer.amount !== payout.amount_pence,
      `payout ${id} of ${payout.amount_pence} was transferred as ${transfer.amount}`,
    ],
    [transfer.amount_reversed > 0, `payout ${id} was taken back by ${transfer.amount_reversed}`],
    [transfer.destination !== account?.provider_account_id, `payout ${id} went to another account`],
    [transfer.source_transaction !== order?.charge_id, `payout ${id} came from another charge`],
  )
}

function refundProblems(records: Records, refund: Selectable<Tables['refunds']>): string[] {
  const { id, status } = refund
  const made = records.provider.refunds.filter(({ metadata }) => metadata?.['refund_id'] === id)
  const times = `refund ${id} is ${status}, and was made ${made.length} times`
  const [providerRefund] = made
  const isMade = status === 'pending' || status === 'sent'
  if (!isMade || made.length !== 1 || !providerRefund) {
    return found([made.length !== (isMade ? 1 : 0), times])
  }
  const order = records.orders.find((one) => one.id === refund.order_id)
  return found(
    [status === 'sent' && providerRefund.status !== 'succeeded', `refund ${id} has not arrived`],
    [providerRefund.id !== refund.refund_id, `refund ${id} names another one`],
    [
      providerRefund.amount !== refund.amount_pence,
      `refund ${id} was made of ${providerRefund.amount}`,
    ],
    [providerRefund.charge !== order?.charge_id, `refund ${id} came from another charge`],
  )
}

function accountProblems({ accounts, provider }: Records): string[] {
  const byArtist = Object.groupBy(provider.accounts, ({ metadata }) => metadata?.['user_id'] ?? '')
  return [
    ...Object.entries(byArtist).flatMap(([artistId, own = []]) =>
      found([own.length > 1, `artist ${artistId} has ${own.length} accounts at the provider`]),
    ),
    ...accounts
      .filter((row) => !byArtist[row.user_id]?.some(({ id }) => id === row.provider_account_id))
      .map((row) => `artist ${row.user_id} has another account than the provider says`),
  ]
}

/** Every object at the provider belongs to a row of ours. */
function unknownObjectProblems({ orders, payouts, refunds, provider }: Records): string[] {
  const known = (rows: { id: string }[], id: string | null | undefined) =>
    rows.some((row) => row.id === id)
  return [
    ...provider.sessions
      .filter((session) => !known(orders, session.client_reference_id))
      .map(({ id }) => `checkout ${id} has no order`),
    ...provider.charges
      .filter((charge) => !orders.some((order) => order.charge_id === charge.id))
      .map(({ id }) => `charge ${id} has no order`),
    ...provider.transfers
      .filter(({ metadata }) => !known(payouts, metadata['payout_id']))
      .map(({ id }) => `transfer ${id} has no payout`),
    ...provider.refunds
      .filter(({ metadata }) => !known(refunds, metadata?.['refund_id']))
      .map(({ id }) => `refund ${id} of the provider has no refund of ours`),
  ]
}

/** The ledger balances match the balance at the provider and the pending payouts and refunds. */
function ledgerProblems({ ledger, payouts, refunds, provider }: Records): string[] {
  const artists = new Set(payouts.map((payout) => payout.artist_id))
  const waiting = (rows: { status: string; amount_pence: number }[]) =>
    sum(rows.filter(({ status }) => status !== 'sent').map((row) => row.amount_pence))
  const pendingPence = sum(
    refunds.filter(({ status }) => status === 'pending').map((row) => row.amount_pence),
  )
  const compared: [string, number, number][] = [
    ['the ledger', sum(Object.values(ledger)), 0],
    // The provider deducts a refund immediately, the ledger only when it has arrived.
    ['stripe_pending', ledger['stripe_pending'] ?? 0, provider.balancePence + pendingPence],
    ['customer_payable', ledger['customer_payable'] ?? 0, -waiting(refunds)],
    ...[...artists].map((artistId): [string, number, number] => [
      `artist_payable of ${artistId}`,
      ledger[artistId] ?? 0,
      -waiting(payouts.filter((payout) => payout.artist_id === artistId)),
    ]),
  ]
  return compared.flatMap(([account, pence, due]) =>
    found([pence !== due, `${account} is ${pence} instead of ${due}`]),
  )
}

function linesOf({ lines }: Records, order: Order): Line[] {
  return lines.filter((line) => line.order_id === order.id)
}

function entitlementOf({ entitlements }: Records, line: Line) {
  return entitlements.find((entitlement) => entitlement.order_line_id === line.id)
}

function sum(pence: number[]): number {
  return pence.reduce((total, one) => total + one, 0)
}

function found(...checks: [isWrong: boolean, problem: string][]): string[] {
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem)
}
