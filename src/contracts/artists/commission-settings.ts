// Endpoints of what an artist asks for, promises and takes on: prices and places of commissions.

import { z } from 'zod'
import { maxPlaces, maxIncludedRevisions } from '#rules/commissions/commission-limits.ts'
import { endpoint } from '../endpoint.ts'
import { blankToNull, checkedSchema, commissionPriceSchema, deliveryDaysSchema } from './profile.ts'

const commissionSettingsSchema = z.object({
  /** What the artist receives, in pounds; null until there is a price. */
  commissionPrice: z.number().nullable(),
  commissionPricePence: z.int().positive().nullable(),
  /** The promise; null until the artist makes one. */
  deliveryDays: z.int().positive().nullable(),
  /** The artist's own choice, also while all places are taken. */
  availableForCommission: z.boolean(),
  isFullyBooked: z.boolean(),
  /** How much open work the artist takes at once. */
  commissionPlaces: z.int(),
  openCommissions: z.int().nonnegative(),
  /** How often a customer can ask for changes within the price. */
  includedRevisions: z.int(),
  /** The payment set-up is finished: commissions can be taken. */
  canBePaid: z.boolean(),
})
export type CommissionSettings = z.infer<typeof commissionSettingsSchema>

const upTo = (max: number) => {
  const message = `Please choose a number from 1 to ${max}`
  return z.coerce.number(message).pipe(z.int(message).min(1, message).max(max, message))
}

export const getCommissionSettings = endpoint('GET /api/artist/commission-settings', {
  by: 'artist',
  summary: 'What the artist asks for, promises and takes on at once.',
  input: z.object({}),
  output: commissionSettingsSchema,
})

export const putCommissionSettings = endpoint('PUT /api/artist/commission-settings', {
  by: 'artist',
  summary:
    'Replaces what the artist asks for, promises and takes on at once; commissions that exist keep theirs.',
  refusals: ['commission_setup_needed', 'commission_price_needed', 'too_many_profile_changes'],
  input: z.object({
    /** In pounds, as it is typed: '45' or '45.00'; '' or null for none. */
    commissionPrice: z.preprocess(blankToNull, commissionPriceSchema.nullable()),
    deliveryDays: z.preprocess(blankToNull, deliveryDaysSchema.nullable()),
    availableForCommission: checkedSchema,
    commissionPlaces: upTo(maxPlaces),
    includedRevisions: upTo(maxIncludedRevisions),
  }),
  output: commissionSettingsSchema,
})
