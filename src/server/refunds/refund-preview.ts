// What a refund of a sale would do, before an admin decides.

import type { Sold, SaleRefund } from '#contracts/admin/refunds.ts'
import { Refusal } from '#rules/errors/refusal.ts'
import { receiptNumber } from '#rules/orders/receipt-number.ts'
import {
  isRefundable,
  sharesAfter,
  sharesOfRefund,
  sumOfShares,
  type SaleShares,
} from '#rules/payments/refund-shares.ts'
import { vatReturned } from '#rules/vat/contained-vat.ts'
import { saleProcess } from '#rules/sales/sale-process.ts'
import type { Db } from '#server/db/client.ts'
import { postingOfGivenBack } from '#server/ledger/ledger-postings.ts'
import { sumByAccount } from '#server/ledger/preview-postings.ts'
import { postingOfBorneShare } from '#server/ledger/reversal-postings.ts'
import { isPaymentDisputed } from '#server/payments/disputed-payments.ts'
import { findUnassignedRefund } from '#server/payments/found-problems.ts'
import { findUncoveredPence } from '#server/payments/taken-shares.ts'
import { findSale, sharesLeft, vatTermsOf, type RefundableSale } from './refundable-sale.ts'

/**
 * @param pence all that is left, if it is left out
 * @throws Refusal not_found, refund_out_of_range
 */
export async function findRefundOfSale(
  db: Db,
  { saleId, pence }: { saleId: string; pence?: number | undefined },
): Promise<SaleRefund> {
  const sale = await findSale(db, saleId)
  if (!sale) throw new Refusal('not_found')
  const left = sharesLeft(sale)
  const leftPence = sumOfShares(left)
  const sold = {
    ...presentSold(sale),
    isDisputed: await isPaymentDisputed(db, sale.payment_id),
    unassignedRefund: await findUnassignedRefund(db, sale.payment_id),
  }
  if (leftPence === 0) return { ...sold, refund: null }
  const refundPence = pence ?? leftPence
  if (!isRefundable(refundPence, left)) throw new Refusal('refund_out_of_range')
  return { ...sold, refund: await consequencesOf(db, sale, { left, pence: refundPence }) }
}

export function presentSold(sale: RefundableSale): Sold {
  return {
    id: sale.id,
    kind: sale.kind,
    title: sale.title,
    customer: { id: sale.customer_id, name: sale.customer_name },
    artist: { id: sale.artist_id, name: sale.artist_name },
    receiptNumber: sale.serial === null ? null : receiptNumber(sale.serial),
    status: sale.status,
    paidAt: sale.paid_at.toISOString(),
    pricePence: sale.customer_pence,
    refundedPence: sale.refunded_pence,
    leftPence: sumOfShares(sharesLeft(sale)),
  }
}

type Part = {
  left: SaleShares
  pence: number
  /** Of the same artist, by parts that are decided with this one. */
  promisedPence?: number
}

/** With what follows once the refund is made. */
export async function consequencesOf(
  db: Db,
  sale: RefundableSale,
  { left, pence, promisedPence = 0 }: Part,
): Promise<NonNullable<SaleRefund['refund']>> {
  const shares = sharesOfRefund(left, pence)
  const keeps = sharesAfter(left, shares)
  const { payment_id: paymentId, artist_id: artistId } = sale
  const { vatPence } = vatReturned(vatTermsOf(sale), { before: left, after: keeps })
  const { id: refundId } = sale
  const { entries } = postingOfGivenBack({ refundId, paymentId, artistId, shares, vatPence })
  const share = { paymentId, artistId, pence: shares.artistPence }
  const bornePence = await findUncoveredPence(db, { ...share, promisedPence })
  const borne = postingOfBorneShare({ refundId, paymentId, artistId, pence: bornePence })
  const artistPence = shares.artistPence - bornePence
  return {
    pence,
    isWhole: sumOfShares(keeps) === 0,
    artistPence,
    platformPence: pence - artistPence,
    artistKeepsPence: keeps.artistPence,
    platformKeepsPence: sumOfShares(keeps) - keeps.artistPence,
    isTransferred: sale.status === saleProcess.steps.transfer.to,
    postings: sumByAccount([...entries, ...borne.entries]),
  }
}
