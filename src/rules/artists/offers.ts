// The offers of an artist beside the plain price of a custom track, each at a price of its own.

/** The order of the table `artist_offers` has as many places. */
export const maxOffers = 8
export const maxOfferTitleLength = 60
export const maxOfferDescriptionLength = 300

/** What an artist says that an offer is for: any wish, or a recording of theirs in another key. */
export const offerFits = ['any', 'another_key'] as const
export type OfferFits = (typeof offerFits)[number]

/** The first in the artist's order; undefined where the plain price holds for another key as well. */
export function offerForAnotherKey<Offer extends { fits: OfferFits }>(
  offers: readonly Offer[],
): Offer | undefined {
  return offers.find(({ fits }) => fits === 'another_key')
}
