// What must hold after everything, whatever went wrong before: every row of ours against all the card provider has.

import type { Selectable } from 'kysely'
import type Stripe from 'stripe'
import type { Tables } from '#server/db/tables.ts'
import type { TestApp } from './test-app.ts'
import { ledgerOf } from './shopping.ts'

/** Both sides of one shop: its rows, and what is under its key at the provider. */
type Sides = Pick<TestApp, 'db' | 'sandbox'>
type Books = Awaited<ReturnType<typeof readBooks>>
type Order = Selectable<Tables['orders']>
type Line = Selectable<Tables['order_lines']>
/** Everything under the scene's own key. */
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

/** One sentence for each; none when all is well. */
export async function moneyProblems(app: Sides): Promise<string[]> {
  const books = await readBooks(app)
  return [
    ...books.orders.flatMap((order) => [
      ...sessionProblems(books, order),
      ...(paidStatuses.has(order.status)
        ? [...paymentProblems(books, order), ...grantProblems(books, order)]
        : unpaidProblems(books, order)),
    ]),
    ...books.payouts.flatMap((payout) => transferProblems(books, payout)),
    ...books.refunds.flatMap((refund) => refundProblems(books, refund)),
    ...accountProblems(books),
    ...strangerProblems(books),
    ...ledgerProblems(books),
  ]
}

async function readBooks(app: Sides) {
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

/** Never more than one checkout can be paid for an order, and none once it is over. */
function sessionProblems({ provider }: Books, order: Order): string[] {
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

function paymentProblems(books: Books, order: Order): string[] {
  const { id, total_pence: total } = order
  const session = books.provider.sessions.find((one) => one.id === order.checkout_session_id)
  const charge = books.provider.charges.find((one) => one.id === order.charge_id)
  const charged = sum(linesOf(books, order).map((line) => line.customer_pence))
  const refunded = sum(
    books.refunds
      .filter((refund) => refund.order_id === id && refund.status === 'sent')
      .map((refund) => refund.amount_pence),
  )
  const entitlementStatus =
    refunded === 0 ? 'paid' : refunded === total ? 'refunded' : 'part_refunded'
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
    [
      order.status !== entitlementStatus,
      `order ${id} is ${order.status}, not ${entitlementStatus}`,
    ],
  )
}

/** Each line was granted or is given back; each artist is owed their share of what was granted, once. */
function grantProblems(books: Books, order: Order): string[] {
  const lines = linesOf(books, order)
  const granted = lines.filter((line) => entitlementOf(books, line) !== undefined)
  const owed = Object.groupBy(granted, (line) => line.artist_id)
  const payouts = books.payouts.filter((payout) => payout.order_id === order.id)
  return [
    ...lines.flatMap((line) => lineProblems(books, order, line)),
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

function lineProblems(books: Books, order: Order, line: Line): string[] {
  const entitlement = entitlementOf(books, line)
  const refund = books.refunds.find((one) => one.order_line_id === line.id)
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

function unpaidProblems(books: Books, order: Order): string[] {
  const { id, status } = order
  const granted = linesOf(books, order).filter((line) => entitlementOf(books, line)).length
  const payouts = books.payouts.filter((payout) => payout.order_id === id).length
  const refunds = books.refunds.filter((refund) => refund.order_id === id).length
  return found(
    [granted > 0, `order ${id} is ${status}, but granted ${granted}`],
    [payouts > 0, `order ${id} is ${status}, but owes ${payouts} artists`],
    [refunds > 0, `order ${id} is ${status}, but gives ${refunds} lines back`],
  )
}

/** Made exactly once if we say so, and not at all otherwise. */
function transferProblems(books: Books, payout: Selectable<Tables['payouts']>): string[] {
  const { id, status } = payout
  const made = books.provider.transfers.filter(({ metadata }) => metadata['payout_id'] === id)
  const times = `payout ${id} is ${status}, and was transferred ${made.length} times`
  const [transfer] = made
  if (status !== 'sent' || made.length !== 1 || !transfer) {
    return found([made.length !== (status === 'sent' ? 1 : 0), times])
  }
  const order = books.orders.find((one) => one.id === payout.order_id)
  const account = books.accounts.find((one) => one.user_id === payout.artist_id)
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

function refundProblems(books: Books, refund: Selectable<Tables['refunds']>): string[] {
  const { id, status } = refund
  const made = books.provider.refunds.filter(({ metadata }) => metadata?.['refund_id'] === id)
  const times = `refund ${id} is ${status}, and was made ${made.length} times`
  const [given] = made
  const isMade = status === 'pending' || status === 'sent'
  if (!isMade || made.length !== 1 || !given) {
    return found([made.length !== (isMade ? 1 : 0), times])
  }
  const order = books.orders.find((one) => one.id === refund.order_id)
  return found(
    [status === 'sent' && given.status !== 'succeeded', `refund ${id} has not arrived`],
    [given.id !== refund.refund_id, `refund ${id} names another one`],
    [given.amount !== refund.amount_pence, `refund ${id} was made of ${given.amount}`],
    [given.charge !== order?.charge_id, `refund ${id} came from another charge`],
  )
}

function accountProblems({ accounts, provider }: Books): string[] {
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

/** Whatever the provider has, a row of ours asked for. */
function strangerProblems({ orders, payouts, refunds, provider }: Books): string[] {
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

/** What the ledger says is there, or owed, is there, or owed. */
function ledgerProblems({ ledger, payouts, refunds, provider }: Books): string[] {
  const artists = new Set(payouts.map((payout) => payout.artist_id))
  const waiting = (rows: { status: string; amount_pence: number }[]) =>
    sum(rows.filter(({ status }) => status !== 'sent').map((row) => row.amount_pence))
  const pendingPence = sum(
    refunds.filter(({ status }) => status === 'pending').map((row) => row.amount_pence),
  )
  const compared: [string, number, number][] = [
    ['the ledger', sum(Object.values(ledger)), 0],
    // The provider takes a refund out at once, the ledger once it has arrived.
    ['stripe_pending', ledger['stripe_pending'] ?? 0, provider.balancePence + pendingPence],
    ['customer_payable', ledger['customer_payable'] ?? 0, -waiting(refunds)],
    ...[...artists].map((artistId): [string, number, number] => [
      `artist_payable of ${artistId}`,
      ledger[artistId] ?? 0,
      -waiting(payouts.filter((payout) => payout.artist_id === artistId)),
    ]),
  ]
  return compared.flatMap(([what, pence, due]) =>
    found([pence !== due, `${what} is ${pence} instead of ${due}`]),
  )
}

function linesOf({ lines }: Books, order: Order): Line[] {
  return lines.filter((line) => line.order_id === order.id)
}

function entitlementOf({ entitlements }: Books, line: Line) {
  return entitlements.find((entitlement) => entitlement.order_line_id === line.id)
}

function sum(pence: number[]): number {
  return pence.reduce((total, one) => total + one, 0)
}

function found(...checks: [isWrong: boolean, problem: string][]): string[] {
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem)
}
