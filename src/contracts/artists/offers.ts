// Endpoints of what an artist offers beside the plain price of a custom track.

import { z } from 'zod'
import {
  maxOfferDescriptionLength,
  maxOfferTitleLength,
  maxOffers,
  offerFits,
} from '#rules/artists/offers.ts'
import { manyLines, oneLine, showsSomething } from '#rules/plain-text.ts'
import { endpoint } from '../endpoint.ts'
import { offerSchema } from './artists.ts'
import { checkedSchema, commissionPriceSchema, deliveryDaysSchema } from './profile.ts'

const ownOfferSchema = offerSchema.extend({
  /** What the artist receives, in pounds. */
  price: z.number(),
  pricePence: z.int().positive(),
  /** Others see it, and can ask for it. */
  isOn: z.boolean(),
})
export type OwnOffer = z.infer<typeof ownOfferSchema>

const ownOffersSchema = z.object({
  /** In the artist's order. */
  offers: z.array(ownOfferSchema),
  /** Increased by each change. */
  version: z.int().nonnegative(),
})
export type OwnOffers = z.infer<typeof ownOffersSchema>

const atMost = (limit: number) => z.string().max(limit, `Please use at most ${limit} characters`)
const titleMissing = 'Please enter a title'

/** One offer, as its artist types it. */
export const offerInputSchema = z.object({
  /** The id of an offer that exists; a new one has none. */
  id: z
    .uuid()
    .nullish()
    .transform((id) => id ?? null),
  title: z
    .string(titleMissing)
    .transform(oneLine)
    .pipe(atMost(maxOfferTitleLength).refine(showsSomething, titleMissing)),
  description: z.string().transform(manyLines).pipe(atMost(maxOfferDescriptionLength)).default(''),
  /** In pounds: '15' or '15.00'. */
  price: commissionPriceSchema,
  promiseDays: deliveryDaysSchema,
  fits: z.enum(offerFits, 'Please choose what it is for'),
  isOn: checkedSchema,
})
export type OfferInput = z.output<typeof offerInputSchema>

export const listOwnOffers = endpoint('GET /api/artist/offers', {
  by: 'artist',
  summary: 'The own offers in the own order, also those that are off.',
  input: z.object({}),
  output: ownOffersSchema,
})

export const putOwnOffers = endpoint('PUT /api/artist/offers', {
  by: 'artist',
  summary: `Replaces the own offers by up to ${maxOffers}, in this order; commissions that exist keep theirs.`,
  refusals: ['not_found', 'offers_changed', 'too_many_profile_changes'],
  input: z.object({
    /** The version of the list that is replaced; left out, the list is replaced whatever it has become. */
    version: z.int().nonnegative().optional(),
    offers: z
      .array(offerInputSchema)
      .max(maxOffers, `You can make ${maxOffers} offers at most`)
      .refine(namesEachOnce, 'An offer is in the list twice'),
  }),
  output: ownOffersSchema,
})

function namesEachOnce(offers: readonly OfferInput[]): boolean {
  const ids = offers.flatMap(({ id }) => id ?? [])
  return new Set(ids).size === ids.length
}
