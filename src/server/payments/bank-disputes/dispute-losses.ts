// What a lost bank dispute costs: it pays what was owed back to the customer anyway, and the rest is a loss.

import type { Selectable } from 'kysely'
import { bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import { refundProcess } from '#rules/payments/payment-process.ts'
import { shareOfLoss } from '#rules/payments/refund-shares.ts'
import { isCoveredByDispute } from '#rules/payments/refused-refund.ts'
import { saleProcess } from '#rules/sales/sale-process.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import { book } from '#server/ledger/ledger.ts'
import {
  factOfLostDispute,
  postingOfLostDispute,
  postingOfWonBackDispute,
  type LostShare,
} from '#server/ledger/dispute-postings.ts'
import type { Posting } from '#server/ledger/ledger-postings.ts'
import { postingOfSettledRefund } from '#server/ledger/settlement-postings.ts'
import type { ChargeDeps, Payment } from '../payment-subjects.ts'
import { recordSettledRefund } from '../refund-records.ts'
import { oweReversal } from '../reversals.ts'
import { settledBy } from '../refused-refunds.ts'

export type BankDisputeRow = Selectable<Tables['bank_disputes']>

/**
 * Books it once. While the money of its commission is held nothing is lost yet: an admin decides, and a refund of it is paid
 * by the dispute. The hourly comparison asks again.
 */
export async function bookLoss(
  tx: Db,
  deps: ChargeDeps,
  payment: Payment,
  { id, provider_id: providerId, amount_pence: pence }: BankDisputeRow,
): Promise<void> {
  await settleRefunds(tx, deps, payment, { providerId, pence })
  if ((await heldPence(tx, payment.id)) > 0) return
  const lostPence = lossOf({ pence, settledPence: await settledBy(tx, payment.id, providerId) })
  const now = deps.clock.now()
  const shares =
    deps.disputesChargedTo === 'artist' ? await takeShares(tx, { id, payment, lostPence, now }) : []
  const takenPence = shares.reduce((sum, share) => sum + share.pence, 0)
  await tx
    .updateTable('bank_disputes')
    .set({ lost_pence: lostPence - takenPence })
    .where('id', '=', id)
    .execute()
  const loss = { disputeId: id, paymentId: payment.id, pence: lostPence, shares }
  await book(tx, postingOfLostDispute(loss), now)
}

/** What the decision about held money leaves to the disputes of its payment. */
export type DecidedMoney = {
  paymentId: string
  /** Owed back to the customer. */
  refundPence: number
  left: readonly LeftShare[]
}

/** What `bookLoss` books of the payment's lost disputes once its held money is decided so. */
export async function findLosses(
  db: Db,
  { disputesChargedTo }: Pick<ChargeDeps, 'disputesChargedTo'>,
  { paymentId, refundPence, left }: DecidedMoney,
): Promise<Posting[]> {
  const postings: Posting[] = []
  let owedPence = refundPence
  for (const { id: disputeId, pence, paidPence, ...dispute } of await findUnbooked(db, paymentId)) {
    let settledPence = await settledBy(db, paymentId, dispute.provider_id)
    const owed = { pence: owedPence, paidPence }
    if (owedPence > 0 && isCoveredByDispute(owed, { pence, settledPence })) {
      const settled = { refundId: '', paymentId, pence: owedPence, from: 'disputed' } as const
      postings.push(postingOfSettledRefund(settled))
      settledPence += owedPence
      owedPence = 0
    }
    const lostPence = lossOf({ pence, settledPence })
    const shares = disputesChargedTo === 'artist' ? sharesOfLoss(left, lostPence) : []
    postings.push(postingOfLostDispute({ disputeId, paymentId, pence: lostPence, shares }))
  }
  return postings
}

function findUnbooked(db: Db, paymentId: string) {
  return db
    .selectFrom('bank_disputes')
    .innerJoin('payments', 'payments.id', 'bank_disputes.payment_id')
    .select([
      'bank_disputes.id',
      'bank_disputes.provider_id',
      'bank_disputes.amount_pence as pence',
    ])
    .select('payments.amount_pence as paidPence')
    .where('payment_id', '=', paymentId)
    .where('bank_disputes.status', '=', bankDisputeProcess.steps.lose.to)
    .where('lost_pence', 'is', null)
    .orderBy('bank_disputes.id')
    .execute()
}

function lossOf({ pence, settledPence }: { pence: number; settledPence: number }): number {
  return Math.max(0, pence - settledPence)
}

/** What is left of an artist's sales: their part, and what the customer has paid for it. */
type LeftShare = { artistId: string; artistPence: number; customerPence: number }

/** Of each artist as much of what is left of their share as was lost of what is left of the payment. */
function sharesOfLoss(left: readonly LeftShare[], lostPence: number): LostShare[] {
  const leftPence = left.reduce((sum, artist) => sum + artist.customerPence, 0)
  return left.map(({ artistId, artistPence: sharePence }) => ({
    artistId,
    pence: shareOfLoss({ sharePence, lostPence, leftPence }),
  }))
}

type Charged = { id: string; payment: Payment; lostPence: number; now: Date }

async function takeShares(tx: Db, { id, payment, lostPence, now }: Charged): Promise<LostShare[]> {
  const cause = { kind: 'dispute' as const, id }
  const shares: LostShare[] = []
  for (const share of sharesOfLoss(await findLeft(tx, payment.id), lostPence)) {
    const { artistId } = share
    let takenPence = 0
    // The sale's own transfer first, then what was sent again of it.
    for (const transferId of await findTransfers(tx, payment.id, artistId)) {
      const pence = share.pence - takenPence
      if (pence > 0) takenPence += await oweReversal(tx, { transferId, pence, cause, now })
    }
    if (takenPence > 0) shares.push({ artistId, pence: takenPence })
  }
  return shares
}

/** What refunds have left of what was sold, by artist. */
async function findLeft(tx: Db, paymentId: string): Promise<LeftShare[]> {
  const rows = await tx
    .selectFrom('sales')
    .select(['artist_id', 'artist_pence', 'platform_fee_pence', 'processing_fee_pence'])
    .where('payment_id', '=', paymentId)
    .where('status', 'in', saleProcess.steps.takeBack.from)
    .orderBy('artist_id')
    .execute()
  return [...Map.groupBy(rows, (row) => row.artist_id)].map(([artistId, own]) => ({
    artistId,
    artistPence: own.reduce((sum, row) => sum + row.artist_pence, 0),
    customerPence: own.reduce(
      (sum, row) => sum + row.artist_pence + row.platform_fee_pence + row.processing_fee_pence,
      0,
    ),
  }))
}

async function findTransfers(tx: Db, paymentId: string, artistId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('transfers')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('artist_id', '=', artistId)
    .orderBy('is_again')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The bank has changed its mind: what was lost is not. */
export async function bookWonBack(tx: Db, dispute: BankDisputeRow, now: Date): Promise<void> {
  const { id: disputeId, payment_id: paymentId, lost_pence: lostPence } = dispute
  if (lostPence === null) return
  const shares = await bookedShares(tx, disputeId)
  const pence = shares.reduce((sum, share) => sum + share.pence, lostPence)
  await book(tx, postingOfWonBackDispute({ disputeId, paymentId, pence, shares }), now)
}

async function bookedShares(tx: Db, disputeId: string): Promise<LostShare[]> {
  const rows = await tx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
    .select(['artist_id', 'amount_pence'])
    .where('fact', '=', factOfLostDispute(disputeId))
    .where('account', '=', 'artist_receivable')
    .execute()
  return rows.map((row) => ({ artistId: row.artist_id ?? '', pence: row.amount_pence }))
}

/** Those that are owed, and that the dispute has paid: also one that waits for a person, who would pay it a second time. */
async function settleRefunds(
  tx: Db,
  deps: ChargeDeps,
  payment: Payment,
  { providerId, pence }: { providerId: string; pence: number },
): Promise<void> {
  const owed = await tx
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount_pence'])
    .where('payment_id', '=', payment.id)
    .where('status', 'in', refundProcess.steps.settle.from)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const refund of owed) {
    const dispute = { pence, settledPence: await settledBy(tx, payment.id, providerId) }
    const sums = { pence: refund.amount_pence, paidPence: payment.amount_pence }
    if (!isCoveredByDispute(sums, dispute)) continue
    await recordSettledRefund(tx, deps, refund, { reference: providerId, from: 'disputed' })
  }
}

async function heldPence(tx: Db, paymentId: string): Promise<number> {
  const { pence } = await tx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
    .select((eb) => eb.fn.sum<string | null>('amount_pence').as('pence'))
    .where('account', '=', 'commission_held')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return -Number(pence ?? 0)
}
