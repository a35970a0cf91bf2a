// How the money of a commission is divided when it is approved: all in pence.

import { platformFeePence } from '../price.ts'

/** As frozen at the request; `customerPence` is the sum of the others. */
export type CommissionPrices = {
  artistPence: number
  platformFeePence: number
  processingFeePence: number
  customerPence: number
}

export type ApprovalShares = {
  artistPence: number
  platformFeePence: number
  processingFeePence: number
  /** The part of what was paid that goes back to the customer. */
  refundPence: number
}

/** Whether an admin can approve a commission for this part of the artist's price: at least a penny, and not all of it. */
export function isPart(partPence: number, { artistPence }: CommissionPrices): boolean {
  return Number.isInteger(partPence) && partPence >= 1 && partPence < artistPence
}

/** @param partPence the artist's part; null for the whole price */
export function sharesOfApproval(
  prices: CommissionPrices,
  partPence: number | null,
): ApprovalShares {
  const { customerPence, processingFeePence } = prices
  if (partPence === null) {
    const { artistPence, platformFeePence: feePence } = prices
    return { artistPence, platformFeePence: feePence, processingFeePence, refundPence: 0 }
  }
  // The usual fees on the part. Should the percentage have risen since the request, never more than was paid for them.
  const feePence = Math.min(platformFeePence(partPence), prices.platformFeePence)
  return {
    artistPence: partPence,
    platformFeePence: feePence,
    processingFeePence,
    refundPence: customerPence - partPence - feePence - processingFeePence,
  }
}
