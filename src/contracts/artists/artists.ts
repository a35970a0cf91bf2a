// Endpoints of artists: the list of artists, one artist, and the featured ones.

import { z } from 'zod'
import { roles } from '#rules/permissions.ts'
import {
  artistPageSize,
  artistSearchFields,
  artistSorts,
  commissionCounts,
  lastArtistPage,
  onlineWithinDays,
} from '#rules/artists/artist-search.ts'
import { offerFits } from '#rules/artists/offers.ts'
import { inlineReviews } from '#rules/reviews/review-limits.ts'
import { endpoint } from '../endpoint.ts'
import { limitField, pageField, pageOf, readBy } from '../lists.ts'
import { reviewSchema } from '../review-schemas.ts'

const fields = artistSearchFields

const exampleSchema = z.object({
  id: z.uuid(),
  /** The audio, an MP3 of a minute at most. */
  url: z.string(),
  description: z.string(),
  uploadedAt: z.iso.datetime(),
})
export type ArtistExample = z.infer<typeof exampleSchema>

export const offerSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  /** '' if there is none. */
  description: z.string(),
  fits: z.enum(offerFits),
  /** In pounds. */
  customerPrice: z.number(),
  customerPricePence: z.int().positive(),
  /** The longest time that the artist takes. */
  promiseDays: z.int().positive(),
  /** The same in words. */
  maxTimeTaken: z.string(),
})
export type Offer = z.infer<typeof offerSchema>

export const artistSchema = z.object({
  id: z.string(),
  username: z.string(),
  /** What pages show; the username until the artist chooses another name. */
  displayName: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(roles),
  banned: z.boolean(),
  about: z.string().nullable(),
  artistInstrument: z.string().nullable(),
  artistYoutubeLink: z.string().nullable(),
  /** The audio of the first example. */
  artistExample: z.string().nullable(),
  /** How the artist plays, in the artist's order. */
  artistExamples: z.array(exampleSchema),
  /** The average of the ratings of all their tracks; null without one. */
  averageTrackRating: z.number().nullable(),
  numOfRatings: z.int(),
  numOfReviews: z.int(),
  numOfCommissions: z.int(),
  numOfUploadedTracks: z.int(),
  numOfFollowers: z.int(),
  /** Wishes to take commissions, and has a free place. */
  availableForCommission: z.boolean(),
  /** Would be available, but all places are taken. */
  isFullyBooked: z.boolean(),
  /**
   * The customer's price in pounds; null until the artist sets a price. What the artist receives (`commissionPrice`) is
   * only in the artist's own profile: `contracts/artists/profile.ts`.
   */
  customerCommissionPrice: z.number().nullable(),
  customerCommissionPricePence: z.int().positive().nullable(),
  /** The artist's promise in words; the usual one until the artist makes one. */
  maxTimeTakenForCommission: z.string(),
  /** How often the price lets a customer ask for changes. */
  includedRevisions: z.int().positive(),
  averageCommissionCompletionTimeHours: z.number().nullable(),
  /** In days. */
  averageCommissionCompletionTime: z.number().nullable(),
  lastOnline: z.iso.datetime().nullable(),
  dateJoined: z.iso.datetime(),
})
export type Artist = z.infer<typeof artistSchema>

export const queryArtists = endpoint('GET /public/users/query', {
  by: 'anyone',
  summary: 'One page of the artists: searched by name and instrument, filtered and sorted.',
  input: z.object({
    query: readBy(fields.query, z.string().optional()),
    orderBy: readBy(fields.orderBy, z.enum(artistSorts).default('popularity')),
    lastOnlineWithin: readBy(fields.lastOnlineWithin, z.literal(onlineWithinDays).optional()),
    minCommissions: readBy(fields.minCommissions, z.literal(commissionCounts).optional()),
    availableForCommission: readBy(fields.availableForCommission, z.boolean().optional()),
    page: pageField(fields.page, lastArtistPage),
    limit: limitField(artistPageSize),
  }),
  output: pageOf({
    users: z.array(artistSchema),
    totalUsers: z.int(),
    /** The names that were searched instead of `query`, whose words no artist has. */
    searchedFor: z.string().nullable(),
  }),
})
export type ArtistQuery = z.infer<typeof queryArtists.input>

export const getArtist = endpoint('GET /public/users/{id}', {
  by: 'anyone',
  summary: `One artist, with ${inlineReviews.before} reviews by different authors: verified buyers first, then the newest; and the offers.`,
  refusals: ['not_found'],
  input: z.object({ id: z.guid() }),
  output: artistSchema.extend({
    reviews: z.array(reviewSchema),
    /** What can be asked for beside the plain price, in the artist's order; nothing while the artist has no plain price. */
    offers: z.array(offerSchema),
    /** What other sites show with a link to the artist. */
    sharePictureUrl: z.string(),
  }),
})

export const listFeaturedArtists = endpoint('GET /public/artists/featured', {
  by: 'anyone',
  summary: 'The most popular artists who take commissions.',
  input: z.object({}),
  output: z.object({ artists: z.array(artistSchema) }),
})
