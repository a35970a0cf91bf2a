// The provider's list prices for the United Kingdom, in pence.

/** Taken with the disputed amount, and never given back. */
export const disputeReceivedFeePence = 2000

/** Taken when evidence is submitted, and given back when the dispute is won. */
export const disputeCounteredFeePence = 2000
