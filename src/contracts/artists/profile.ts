// Endpoints of an artist's own profile: what the artist says, promises and asks for.

import { z } from 'zod'
import {
  deliveryChoices,
  displayNameLength,
  maxAboutLength,
  maxInstrumentLength,
  maxYoutubeLinkLength,
  problemWithCommissionPrice,
} from '#rules/artists/profile-limits.ts'
import { manyLines, oneLine } from '#rules/plain-text.ts'
import { parsePounds } from '#rules/price.ts'
import { youtubeVideoId } from '#rules/tracks/youtube.ts'
import { endpoint } from '../endpoint.ts'
import { nameSchema } from '../written-text.ts'
import { artistSchema } from './artists.ts'

/** What everyone sees, and what only the artist does. */
const ownProfileSchema = artistSchema.extend({
  /** The artist's own choice, also while all places are taken. */
  availableForCommission: z.boolean(),
  /** What the artist receives for a commission, in pounds; null until there is a price. */
  commissionPrice: z.number().nullable(),
  commissionPricePence: z.int().positive().nullable(),
  /** It is null until the artist makes a promise. */
  deliveryDays: z.int().positive().nullable(),
  /** The payment set-up is finished: commissions can be taken. */
  canBePaid: z.boolean(),
})
export type OwnProfile = z.infer<typeof ownProfileSchema>

const atMost = (limit: number) => z.string().max(limit, `Please use at most ${limit} characters`)

export const commissionPriceSchema = z.string().transform((text, context) => {
  const message = problemWithCommissionPrice(text)
  const pence = parsePounds(text)
  if (message === null && pence !== null) return pence
  context.addIssue({ code: 'custom', message: message ?? 'Please enter a price in pounds' })
  return z.NEVER
})

const youtubeSchema = z
  .string()
  .transform(oneLine)
  .pipe(
    atMost(maxYoutubeLinkLength).refine(
      (address) => youtubeVideoId(address) !== null,
      'Please enter the address of a YouTube video, like https://www.youtube.com/watch?v=…',
    ),
  )

export const deliveryDaysSchema = z.coerce
  .number('Please choose a delivery time')
  .pipe(z.literal(deliveryChoices, 'Please choose a delivery time'))

export const blankToNull = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? null : value
/** Left out it stays as it is; '' or null empties it. */
const orEmptied = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(blankToNull, schema.nullable()).optional()

/** A form sends 'on' for a checked box, and '' for one that is not. */
export const checkedSchema = z
  .union([z.boolean(), z.enum(['on', ''])])
  .transform((value) => value === true || value === 'on')

/** A field that is left out stays as it is; '' or null empties it. */
const profileChangesSchema = z.object({
  /** Emptied, pages show the username. */
  displayName: orEmptied(nameSchema({ called: 'name', ...displayNameLength, mayJoinNames: true })),
  about: orEmptied(z.string().transform(manyLines).pipe(atMost(maxAboutLength))),
  artistInstrument: orEmptied(z.string().transform(oneLine).pipe(atMost(maxInstrumentLength))),
  artistYoutubeLink: orEmptied(youtubeSchema),
  /** In pounds, as it is typed: '45' or '45.00'. */
  commissionPrice: orEmptied(commissionPriceSchema),
  deliveryDays: orEmptied(deliveryDaysSchema),
  availableForCommission: checkedSchema.optional(),
})
export type ProfileChanges = z.infer<typeof profileChangesSchema>

export const getOwnProfile = endpoint('GET /api/artist/profile', {
  by: 'artist',
  summary: 'The own profile as it is edited, with the own price of a commission.',
  input: z.object({}),
  output: ownProfileSchema,
})

export const editProfile = endpoint('PATCH /api/artist/profile', {
  by: 'artist',
  summary: 'Changes what is given of the own profile, and leaves the rest as it is.',
  refusals: [
    'display_name_taken',
    'commission_setup_needed',
    'commission_price_needed',
    'too_many_profile_changes',
  ],
  input: profileChangesSchema,
  output: ownProfileSchema,
})
