// An admin gives back what was sold, wholly or in part: the customer is owed it, the artist loses their share of it.

import { Refusal } from '#rules/errors/refusal.ts'
import { refundRequestProcess } from '#rules/orders/refund-request.ts'
import {
  isRefundable,
  sharesAfter,
  sharesOfRefund,
  sumOfShares,
} from '#rules/payments/refund-shares.ts'
import { vatReturned } from '#rules/vat/contained-vat.ts'
import { lockCustomer } from '#server/accounts/customer-lock.ts'
import { recordAdminAction, type ToldWords } from '#server/admin/audit-log.ts'
import { inTransaction } from '#server/clock-and-failpoints/failpoints.ts'
import { endOwnership } from '#server/commissions/commission-ownership.ts'
import type { Db } from '#server/db/client.ts'
import { move } from '#server/db/move.ts'
import { bookGivenBack } from '#server/ledger/ledger.ts'
import { endEntitlement } from '#server/orders/ended-ownership.ts'
import { isPaymentDisputed } from '#server/payments/disputed-payments.ts'
import { findUnassignedRefund } from '#server/payments/found-problems.ts'
import { lockPayment, type PaymentDeps } from '#server/payments/payment-subjects.ts'
import { oweRefunds } from '#server/payments/refunds.ts'
import { findUncoveredPence } from '#server/payments/taken-shares.ts'
import { takeFromSale } from '#server/sales/sale-commands.ts'
import { tellOfRefund } from './refund-news.ts'
import {
  findSale,
  findSalesOfPayment,
  sharesLeft,
  vatTermsOf,
  type RefundableSale,
} from './refundable-sale.ts'

export type GiveBackDeps = Pick<PaymentDeps, 'db' | 'failpoints' | 'subjects' | 'clock'>

export type GivenBack = ToldWords & {
  saleId: string
  adminId: string
  pence: number
  /** What was left of the sale when the admin decided: so a form that is sent twice gives back once. */
  leftPence: number
}

/** @throws Refusal: see giveBackIn */
export function giveBack(deps: GiveBackDeps, refund: GivenBack): Promise<string> {
  return inTransaction(deps, 'give.commit', (tx) => giveBackIn(tx, deps, refund))
}

/**
 * Returns the id of the refund, which a job sends. All that is left of the sale ends what it has granted; a part leaves it.
 *
 * @throws Refusal not_found, own_sale, nothing_to_give_back, refunded_meanwhile, refund_out_of_range, payment_disputed,
 * refund_unassigned
 */
export async function giveBackIn(
  tx: Db,
  { subjects, clock }: Pick<GiveBackDeps, 'subjects' | 'clock'>,
  { saleId, adminId, pence, leftPence, ...words }: GivenBack,
): Promise<string> {
  const sale = await lockSale(tx, subjects, saleId)
  if ([sale.customer_id, sale.artist_id].includes(adminId)) throw new Refusal('own_sale')
  const left = sharesLeft(sale)
  if (sumOfShares(left) === 0) throw new Refusal('nothing_to_give_back')
  if (sumOfShares(left) !== leftPence) throw new Refusal('refunded_meanwhile')
  if (!isRefundable(pence, left)) throw new Refusal('refund_out_of_range')
  if (await isPaymentDisputed(tx, sale.payment_id)) throw new Refusal('payment_disputed')
  // It may be of this sale: then the customer has the money already.
  if ((await findUnassignedRefund(tx, sale.payment_id)) !== null)
    throw new Refusal('refund_unassigned')
  const refundId = await owePart(tx, sale, { pence, reason: words.reason, now: clock.now() })
  await recordAdminAction(tx, {
    adminId,
    action: 'give_back',
    subjectId: sale.customer_id,
    ...words,
    details: { sale: saleId, refund: refundId, pence },
  })
  return refundId
}

/** What the customer reads of a refund that somebody has made at the provider. */
const madeByHand = 'It was given back at the card provider.'

/**
 * Of a payment so much was given back at the provider: owes it as a refund of the sale that it was for, and returns its id; null
 * unless one sale has exactly that left, or no other sale has anything left. The caller has locked the customer, the
 * subject and the payment.
 */
export async function giveBackMade(
  tx: Db,
  { clock }: Pick<GiveBackDeps, 'clock'>,
  paymentId: string,
  pence: number,
): Promise<string | null> {
  const sales = await findSalesOfPayment(tx, paymentId)
  const open = sales.filter((sale) => sumOfShares(sharesLeft(sale)) >= pence)
  const exact = open.filter((sale) => sumOfShares(sharesLeft(sale)) === pence)
  const isOfOne = sales.filter((sale) => sumOfShares(sharesLeft(sale)) > 0).length === 1
  const [sale, ...others] = isOfOne ? open : exact
  if (sale === undefined || others.length > 0) return null
  return owePart(tx, sale, { pence, reason: madeByHand, now: clock.now() })
}

type Part = { pence: number; reason: string; now: Date }

/**
 * Owes a part of the sale, or all that is left of it. The caller has locked the customer, the subject and the payment.
 *
 * @throws Refusal refunded_meanwhile
 */
export async function owePart(tx: Db, sale: RefundableSale, { pence, reason, now }: Part) {
  const { id: saleId, payment_id: paymentId, artist_id: artistId } = sale
  const left = sharesLeft(sale)
  const shares = sharesOfRefund(left, pence)
  const isWhole = pence === sumOfShares(left)
  const { artistPence } = shares
  const vat = vatReturned(vatTermsOf(sale), { before: left, after: sharesAfter(left, shares) })
  const { vatPence } = vat
  const share = { paymentId, artistId, pence: artistPence }
  const lostPence = artistPence - (await findUncoveredPence(tx, share))
  const cause = 'given_back'
  const owed = { orderLineId: sale.order_line_id, pence, artistPence, cause, vat } as const
  const [refundId = ''] = await oweRefunds(tx, { paymentId, now }, [owed])
  await bookGivenBack(tx, { refundId, paymentId, artistId, shares, vatPence }, now)
  if (isWhole) await endWhatWasGranted(tx, sale)
  if (isWhole) await acceptOpenRequest(tx, { saleId, refundId, answer: reason, now })
  if (!(await takeFromSale(tx, { saleId, left, taken: shares, vatPence })))
    throw new Refusal('refunded_meanwhile')
  await tellOfRefund(tx, sale, { refundId, pence, artistPence: lostPence, isWhole, reason })
  return refundId
}

/** Two refunds of one payment are decided one after the other. */
async function lockSale(
  tx: Db,
  subjects: GiveBackDeps['subjects'],
  saleId: string,
): Promise<RefundableSale> {
  const found = await findSale(tx, saleId)
  if (!found) throw new Refusal('not_found')
  await lockCustomer(tx, found.customer_id)
  await lockPayment(tx, subjects, found.payment_id)
  return (await findSale(tx, saleId)) ?? found
}

async function endWhatWasGranted(tx: Db, sale: RefundableSale): Promise<void> {
  if (sale.order_line_id !== null) await endEntitlement(tx, sale.order_line_id)
  if (sale.commission_id !== null) await endOwnership(tx, sale.commission_id)
}

type Accepted = { saleId: string; refundId: string; answer: string; now: Date }

/** Whoever has asked for the money has it, whichever way the admin took. */
async function acceptOpenRequest(tx: Db, { saleId, refundId, answer, now }: Accepted) {
  const request = await tx
    .selectFrom('refund_requests')
    .select('id')
    .where('order_line_id', '=', saleId)
    .executeTakeFirst()
  if (!request) return
  const changes = { decided_at: now, answer, refund_id: refundId }
  const accepted = { id: request.id, step: 'accept', changes } as const
  await move(tx, 'refund_requests', refundRequestProcess, accepted)
}
