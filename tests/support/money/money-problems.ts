// Invariants that hold after any failure: compares every row of the database with all objects at the card provider.

import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { commissionProblems } from './commission-problems.ts'
import {
  found,
  readMoneyRecords,
  sum,
  type MoneyRecords,
  type Payment,
  type Sides,
} from './money-records.ts'
import { moneyInvariants } from './invariant-problems.ts'
import { orderProblems } from './order-problems.ts'
import { isSettled, unknownObjectProblems } from './unknown-objects.ts'

/** Returns one sentence for each problem. */
export async function moneyProblems(app: Sides): Promise<string[]> {
  const records = await readMoneyRecords(app)
  return [
    ...(await moneyInvariants(app)),
    ...orderProblems(records),
    ...commissionProblems(records),
    ...records.payments.flatMap((payment) => [
      ...sessionProblems(records, payment),
      ...chargeProblems(records, payment),
      ...strayProblems(records, payment),
    ]),
    ...records.transfers.flatMap((transfer) => transferProblems(records, transfer)),
    ...records.reversals.flatMap((reversal) => reversalProblems(records, reversal)),
    ...records.refunds.flatMap((refund) => refundProblems(records, refund)),
    ...records.payouts.flatMap((payout) => payoutProblems(records, payout)),
    ...accountProblems(records),
    ...unknownObjectProblems(records),
    ...ledgerProblems(records),
  ]
}

/** At most one checkout of a payment can be paid, and none once the payment has ended. */
function sessionProblems({ provider, payments }: MoneyRecords, payment: Payment): string[] {
  const sessions = sessionsOf({ provider, payments }, payment)
  const open = sessions.filter(({ status }) => status === 'open').length
  const paid = sessions.filter((one) => one.payment_status === 'paid').length
  const own = sessions.some(({ id }) => id === payment.checkout_session_id)
  const { id, status } = payment
  return found(
    [
      payment.checkout_session_id !== null && !own,
      `payment ${id}: the provider has no such checkout`,
    ],
    [open > (status === 'open' ? 1 : 0), `payment ${id} is ${status}: ${open} can be paid`],
    [paid > 1, `payment ${id} was paid ${paid} times`],
    [paid > 0 && status !== 'paid', `payment ${id} is ${status}, but was paid`],
  )
}

/** A second checkout that was completed is a payment of its own: what came in by it goes back. */
function sessionsOf(
  { provider, payments }: Pick<MoneyRecords, 'provider' | 'payments'>,
  payment: Payment,
) {
  const isStray = (sessionId: string) =>
    payments.some((one) => one.stray_of !== null && one.checkout_session_id === sessionId)
  return provider.sessions.filter(({ id, client_reference_id: paymentId }) =>
    isStray(id) ? id === payment.checkout_session_id : paymentId === payment.id,
  )
}

function strayProblems({ transfers, refunds }: MoneyRecords, payment: Payment): string[] {
  if (payment.stray_of === null || payment.status !== 'paid') return []
  const back = sum(
    refunds.filter((row) => row.payment_id === payment.id).map((row) => row.amount_pence),
  )
  return found(
    [
      transfers.some((row) => row.payment_id === payment.id),
      `payment ${payment.id} is a second one, but is sent`,
    ],
    [
      back !== payment.amount_pence,
      `payment ${payment.id} is a second one, and gives back ${back}`,
    ],
  )
}

function chargeProblems(records: MoneyRecords, payment: Payment): string[] {
  if (payment.status !== 'paid') return []
  const { id, amount_pence: amount, payment_intent_id: intent } = payment
  const session = records.provider.sessions.find((one) => one.id === payment.checkout_session_id)
  const charge = records.provider.charges.find((one) => one.id === payment.charge_id)
  return found(
    [session?.payment_status !== 'paid', `payment ${id} is paid, but was not paid`],
    [
      session?.payment_intent !== intent || charge?.payment_intent !== intent,
      `payment ${id} names another one at the provider`,
    ],
    [
      charge?.amount !== amount || charge.amount_captured !== amount || charge.currency !== 'gbp',
      `payment ${id} of ${amount} was charged ${charge?.amount_captured} ${charge?.currency}`,
    ],
  )
}

/** A transfer exists exactly once if its row is sent, and does not exist otherwise. */
function transferProblems(records: MoneyRecords, row: Selectable<Tables['transfers']>): string[] {
  const { id, status } = row
  const made = records.provider.transfers.filter(({ metadata }) => metadata['transfer_id'] === id)
  const times = `transfer ${id} is ${status}, and was made ${made.length} times`
  const [transfer] = made
  if (status !== 'sent' || made.length !== 1 || !transfer) {
    return found([made.length !== (status === 'sent' ? 1 : 0), times])
  }
  const payment = records.payments.find((one) => one.id === row.payment_id)
  const reversedPence = sum(
    records.reversals
      .filter((one) => one.transfer_id === id && one.status === 'sent')
      .map((one) => one.amount_pence),
  )
  const byHandPence = sum(
    records.provider.reversals
      .filter((one) => isSettled(one) && one.transfer === transfer.id)
      .map(({ amount }) => amount),
  )
  const account = records.accounts.find((one) => one.user_id === row.artist_id)
  return found(
    [transfer.id !== row.provider_id, `transfer ${id} names another one`],
    [
      transfer.amount !== row.payable_pence,
      `transfer ${id} of ${row.payable_pence} was made of ${transfer.amount}`,
    ],
    [
      transfer.amount_reversed !== reversedPence + byHandPence,
      `transfer ${id} was taken back by ${transfer.amount_reversed} instead of ${reversedPence + byHandPence}`,
    ],
    [
      transfer.destination !== account?.provider_account_id,
      `transfer ${id} went to another account`,
    ],
    [transfer.source_transaction !== payment?.charge_id, `transfer ${id} came from another charge`],
  )
}

/** A reversal exists exactly once if its row is sent, and does not exist otherwise. */
function reversalProblems(
  { provider, reversals }: MoneyRecords,
  { id, status, provider_id: providerId }: Selectable<Tables['reversals']>,
): string[] {
  const made = provider.reversals.filter(
    (one) => one.metadata?.['reversal_id'] === id || one.id === providerId,
  )
  const [reversal] = made
  const parts = reversals.filter((one) => one.provider_id === reversal?.id)
  const pence = sum(parts.map((part) => part.amount_pence))
  return found(
    [
      made.length !== (status === 'sent' ? 1 : 0),
      `reversal ${id} is ${status}, and was made ${made.length} times`,
    ],
    [
      reversal !== undefined && (reversal.id !== providerId || reversal.amount !== pence),
      `reversal ${id} of ${pence} was made of ${reversal?.amount}`,
    ],
  )
}

function refundProblems(records: MoneyRecords, refund: Selectable<Tables['refunds']>): string[] {
  const { id, status } = refund
  const made = records.provider.refunds.filter(
    (one) => one.metadata?.['refund_id'] === id || one.id === refund.provider_id,
  )
  const times = `refund ${id} is ${status}, and was made ${made.length} times`
  const [providerRefund] = made
  const isMade = status === 'pending' || status === 'sent'
  if (!isMade || made.length !== 1 || !providerRefund) {
    return found([made.length !== (isMade ? 1 : 0), times])
  }
  const payment = records.payments.find((one) => one.id === refund.payment_id)
  const parts = records.refunds.filter((one) => one.provider_id === providerRefund.id)
  return found(
    [status === 'sent' && providerRefund.status !== 'succeeded', `refund ${id} has not arrived`],
    [providerRefund.id !== refund.provider_id, `refund ${id} names another one`],
    [
      providerRefund.amount !== sum(parts.map((part) => part.amount_pence)),
      `refund ${id} was made of ${providerRefund.amount}`,
    ],
    [providerRefund.charge !== payment?.charge_id, `refund ${id} came from another charge`],
  )
}

/** A payout of the platform exists exactly once if its row is made, and does not exist otherwise. */
function payoutProblems(
  { provider }: MoneyRecords,
  { id, status, amount_pence: pence, provider_id: providerId }: MoneyRecords['payouts'][number],
): string[] {
  const made = provider.payouts.filter(
    (one) => one.metadata?.['payout_row'] === id || one.id === providerId,
  )
  const isMade = status !== 'waiting' && status !== 'refused'
  return found(
    [
      made.length !== (isMade ? 1 : 0),
      `payout ${id} is ${status}, and was made ${made.length} times`,
    ],
    [made.some(({ amount }) => amount !== pence), `payout ${id} of ${pence} is another one`],
  )
}

function accountProblems({ accounts, provider }: MoneyRecords): string[] {
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

/** What the provider has moved is booked, and the ledger's balances are what is there, pending and on its way. */
function ledgerProblems(records: MoneyRecords): string[] {
  const { ledger, transfers, refunds, provider } = records
  const artists = new Set(transfers.map((transfer) => transfer.artist_id))
  const waiting = (rows: { status: string; amount_pence: number }[]) =>
    sum(rows.filter(({ status }) => !isPaid(status)).map((row) => row.amount_pence))
  const isPaid = (status: string) => ['sent', 'settled', 'netted', 'written_off'].includes(status)
  const isDeducted = (id: string | null) =>
    provider.refunds.some((made) => made.id === id && made.balance_transaction !== null)
  const inTransit = refunds.filter((row) => row.status === 'pending' && isDeducted(row.provider_id))
  const atProvider = (ledger['stripe_pending'] ?? 0) + (ledger['stripe_available'] ?? 0)
  const compared: [string, number, number][] = [
    ['the balance at the provider', atProvider, provider.balancePence],
    [
      'refunds_in_transit',
      ledger['refunds_in_transit'] ?? 0,
      sum(inTransit.map((row) => row.amount_pence)),
    ],
    ['customer_payable', ledger['customer_payable'] ?? 0, -waiting(refunds)],
    ...[...artists].map((artistId): [string, number, number] => [
      `artist_payable of ${artistId}`,
      ledger[artistId] ?? 0,
      -waiting(transfers.filter((transfer) => transfer.artist_id === artistId)),
    ]),
  ]
  return [
    ...compared.flatMap(([account, pence, due]) =>
      found([pence !== due, `${account} is ${pence} instead of ${due}`]),
    ),
    ...provider.movements.flatMap((movement) => movementProblems(records, movement)),
  ]
}

/** Each balance transaction is booked once, to the penny: the database compares it with the ledger. */
function movementProblems(
  { balanceTransactions }: MoneyRecords,
  { id, amount, fee, type }: MoneyRecords['provider']['movements'][number],
): string[] {
  const row = balanceTransactions.find((one) => one.id === id)
  return found(
    [row === undefined, `balance transaction ${id} (${type}) is not booked`],
    [
      row !== undefined && (row.amount_pence !== amount || row.fee_pence !== fee),
      `balance transaction ${id} of ${amount} less ${fee} is booked as another one`,
    ],
  )
}
