// The provider's list prices for the United Kingdom, in pence and hundredths of a per cent.

/** For each payment by card. */
export const cardPrices = {
  british: { perTenThousand: 150, pence: 20 },
  international: { perTenThousand: 325, pence: 20 },
}

/** Taken with the disputed amount, and never given back. */
export const disputeReceivedFeePence = 2000

/** Taken when evidence is submitted, and given back when the dispute is won. */
export const disputeCounteredFeePence = 2000

/** For connected accounts whose fees the platform pays: each month in which a payout was sent to the account's bank. */
export const activeAccountFeePence = 200

/** For each such payout. */
export const payoutPrice = { perTenThousand: 25, pence: 10 }

/** Assumption: one unit of the currency, as the provider's documentation says of payouts across borders. */
export const minPayoutPence = 100
