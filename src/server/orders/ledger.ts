// Double entry: every fact is booked once, in integer pence, and sums to zero (the database checks it at commit).

import type { Db } from '#server/db/client.ts'
import type { LedgerAccount } from '#server/db/tables.ts'

type Entry = { account: LedgerAccount; artistId?: string; pence: number }
type PaidLine = {
  artist_id: string
  artist_pence: number
  platform_fee_pence: number
  processing_fee_pence: number
  customer_pence: number
}

type PaidOrder = {
  orderId: string
  granted: PaidLine[]
  /** Paid, and to be refunded. */
  owned: PaidLine[]
  feePence: number
}

/** Debits are positive. The payment is owed to the artists, owed back to the customer, or earned by the platform. */
export async function bookPaidOrder(
  tx: Db,
  { orderId, granted, owned, feePence }: PaidOrder,
): Promise<void> {
  await book(tx, `paid:${orderId}`, orderId, [
    { account: 'stripe_pending', pence: sum([...granted, ...owned], 'customer_pence') },
    ...[...owedToArtists(granted)].map(([artistId, pence]): Entry => ({
      account: 'artist_payable',
      artistId,
      pence: -pence,
    })),
    { account: 'customer_payable', pence: -sum(owned, 'customer_pence') },
    { account: 'platform_commission', pence: -sum(granted, 'platform_fee_pence') },
    { account: 'processing_fee', pence: -sum(granted, 'processing_fee_pence') },
  ])
  await book(tx, `fee:${orderId}`, orderId, [
    { account: 'stripe_fees', pence: feePence },
    { account: 'stripe_pending', pence: -feePence },
  ])
}

/** Each artist's share of an order, in pence. */
export function owedToArtists(
  lines: Pick<PaidLine, 'artist_id' | 'artist_pence'>[],
): Map<string, number> {
  const owed = new Map<string, number>()
  for (const line of lines) {
    owed.set(line.artist_id, (owed.get(line.artist_id) ?? 0) + line.artist_pence)
  }
  return owed
}

export async function bookTransfer(
  tx: Db,
  payout: { payoutId: string; orderId: string; artistId: string; pence: number },
): Promise<void> {
  await book(tx, `transfer:${payout.payoutId}`, payout.orderId, [
    { account: 'artist_payable', artistId: payout.artistId, pence: payout.pence },
    { account: 'stripe_pending', pence: -payout.pence },
  ])
}

/** One refund at the provider; a row of `refunds` that is retried has several. */
type BookedRefund = { providerId: string; orderId: string; pence: number }

/** The provider does not return its fee for the charge. */
export async function bookRefund(tx: Db, refund: BookedRefund): Promise<void> {
  await book(tx, `refund:${refund.providerId}`, refund.orderId, [
    { account: 'customer_payable', pence: refund.pence },
    { account: 'stripe_pending', pence: -refund.pence },
  ])
}

/** The card's bank returned it: the amount is owed again. */
export async function bookReturnedRefund(tx: Db, refund: BookedRefund): Promise<void> {
  await book(tx, `refund_returned:${refund.providerId}`, refund.orderId, [
    { account: 'customer_payable', pence: -refund.pence },
    { account: 'stripe_pending', pence: refund.pence },
  ])
}

/** A fact that is already booked violates the unique index and rolls back the whole transaction. */
async function book(tx: Db, fact: string, orderId: string, entries: Entry[]): Promise<void> {
  const nonZero = entries.filter(({ pence }) => pence !== 0)
  if (nonZero.length === 0) return
  const { id } = await tx
    .insertInto('ledger_transactions')
    .values({ fact, order_id: orderId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('ledger_entries')
    .values(
      nonZero.map(({ account, artistId, pence }) => ({
        transaction_id: id,
        account,
        artist_id: artistId ?? null,
        amount_pence: pence,
      })),
    )
    .execute()
}

function sum(
  lines: PaidLine[],
  field: 'customer_pence' | 'platform_fee_pence' | 'processing_fee_pence',
): number {
  return lines.reduce((total, line) => total + line[field], 0)
}
