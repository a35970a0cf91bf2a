// What a refund takes from whom: all in pence.

/** How what the customer has paid for one thing, and not got back, is divided. */
export type SaleShares = {
  artistPence: number
  platformFeePence: number
  processingFeePence: number
}

export function sumOfShares(shares: SaleShares): number {
  return shares.artistPence + shares.platformFeePence + shares.processingFeePence
}

/** Whether so much can be given back: at least a penny, and not more than is left. */
export function isRefundable(pence: number, left: SaleShares): boolean {
  return Number.isInteger(pence) && pence >= 1 && pence <= sumOfShares(left)
}

/**
 * All of what is left, or each share in proportion; a part of a penny is the platform's, so that the artist keeps at least a
 * penny of a part. Of the platform's two shares the rest of a penny is taken from its fee.
 */
export function sharesOfRefund(left: SaleShares, pence: number): SaleShares {
  const artistPence = partOf(pence, { share: left.artistPence, of: sumOfShares(left) })
  const platformPence = pence - artistPence
  const platformLeftPence = left.platformFeePence + left.processingFeePence
  const processingFeePence = partOf(platformPence, {
    share: left.processingFeePence,
    of: platformLeftPence,
  })
  return { artistPence, platformFeePence: platformPence - processingFeePence, processingFeePence }
}

type Loss = {
  /** What is left of an artist's share, and of the payment; what was lost of it. */
  sharePence: number
  leftPence: number
  lostPence: number
}

/** What an artist bears of a lost dispute, in proportion: at most what is left of their share. */
export function shareOfLoss({ sharePence, leftPence, lostPence }: Loss): number {
  return partOf(Math.min(lostPence, leftPence), { share: sharePence, of: leftPence })
}

/** Rounded down. The product of two large prices is no exact number in floating point. */
function partOf(pence: number, { share, of }: { share: number; of: number }): number {
  return of === 0 ? 0 : Number((BigInt(pence) * BigInt(share)) / BigInt(of))
}

export function sharesAfter(left: SaleShares, taken: SaleShares): SaleShares {
  return {
    artistPence: left.artistPence - taken.artistPence,
    platformFeePence: left.platformFeePence - taken.platformFeePence,
    processingFeePence: left.processingFeePence - taken.processingFeePence,
  }
}
