// Endpoints of tracks: one track, its preview and cover, and an artist's own tracks.

import { z } from 'zod'
import { maxPreviewSeconds, maxTracksNamed } from '#rules/product.ts'
import { commentPageSize, lastReviewPage, readCommentPage } from '#rules/reviews/review-limits.ts'
import { instrumentations, maxTracksOfArtist, relatedTracks } from '#rules/tracks/track-options.ts'
import { vocalGenders, vocalRanges } from '#rules/music/vocal-range.ts'
import { endpoint } from './endpoint.ts'
import { commentListSchema } from './review-schemas.ts'
import { shownDetails } from './track-details.ts'

const trackUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  /** The name that pages show: the username until the artist chooses another one. */
  displayName: z.string(),
  avatar: z.string().nullable(),
})

/** Another recording of the same song (`rules/search/songs.ts`). */
const trackVersionSchema = z.object({
  id: z.string(),
  keySignature: z.string().nullable(),
  vocalRange: z.enum(vocalRanges).nullable(),
  vocalGender: z.enum(vocalGenders).nullable(),
  isHigher: z.boolean(),
  isLower: z.boolean(),
  backingTrackType: z.enum(instrumentations),
  customerPricePence: z.int().nonnegative(),
})
export type TrackVersion = z.infer<typeof trackVersionSchema>

/** Loudness over time: one character per bar, '0' to '9' then 'a' to 'z', so 36 heights. */
const waveformSchema = z.string().regex(/^[0-9a-z]*$/)

export const trackSchema = z.object({
  id: z.string(),
  ...shownDetails,
  /** The customer's price in pounds; the artist's price is never included. */
  customerPrice: z.number(),
  customerPricePence: z.int().nonnegative(),
  /** False while its artist cannot be paid. */
  isSellable: z.boolean(),
  vocalGender: z.enum(vocalGenders).nullable(),
  /** All four are false for a key signature that is not a key. */
  isFlat: z.boolean(),
  isSharp: z.boolean(),
  isMajor: z.boolean(),
  isMinor: z.boolean(),
  /** Beats per minute, measured; null unless it is clear. */
  tempoBpm: z.number().nullable(),
  guideTrackUrl: z.string().nullable(),
  previewUrl: z.string().nullable(),
  /** The preview's duration in seconds, shown before the preview is loaded. */
  previewSeconds: z.number(),
  /** 96 bars over the preview. */
  waveform: waveformSchema,
  coverUrl: z.string(),
  /** The full recording's duration in seconds. */
  durationSeconds: z.number(),
  averageRating: z.number().nullable(),
  numOfRatings: z.int(),
  createdAt: z.iso.datetime(),
  user: trackUserSchema.nullable(),
})
export type Track = z.infer<typeof trackSchema>

/** As lists and the track's page show it. */
export const listedTrackSchema = trackSchema.extend({
  /** The most popular first, without the track itself: at most 12 with one track, at most 4 in lists. */
  versions: z.array(trackVersionSchema),
})
export type ListedTrack = z.infer<typeof listedTrackSchema>

/** Fields for the track's artist alone; null for all other callers. */
const ownersFieldsSchema = z.object({
  /** The artist's price in pounds: what the artist receives. */
  price: z.number().nullable(),
  pricePence: z.int().nonnegative().nullable(),
  downloadCount: z.int().nullable(),
  purchaseCount: z.int().nullable(),
  /** For admins, too: a stable address that redirects to a link of a few minutes. */
  licenseDocumentUrl: z.string().nullable(),
})
export type OwnersFields = z.infer<typeof ownersFieldsSchema>

const trackId = z.object({ id: z.uuid() })
const idLength = 36

export const getTracksById = endpoint('GET /public/tracks/by-id', {
  by: 'anyone',
  summary: `The tracks for sale among at most ${maxTracksNamed} ids, comma-separated: how a guest cart is priced.`,
  input: z.object({
    ids: z
      .string()
      .max(maxTracksNamed * (idLength + 1))
      .transform((ids) =>
        ids
          .split(',')
          .filter((id) => z.uuid().safeParse(id).success)
          .slice(0, maxTracksNamed),
      ),
  }),
  output: z.object({ tracks: z.array(trackSchema) }),
})

export const getTrack = endpoint('GET /api/proxy/tracks/{id}', {
  by: 'anyone',
  summary: `One track with a finer waveform, and ${commentPageSize} of its comments.`,
  refusals: ['not_found'],
  input: trackId.extend({
    commentPage: z.preprocess(
      (value: number | undefined) => readCommentPage(value),
      z.int().min(1).max(lastReviewPage).default(1),
    ),
  }),
  output: listedTrackSchema.extend({
    ...ownersFieldsSchema.shape,
    /** The recording sounds like another key; the artist says that this is the one. */
    isKeyStated: z.boolean(),
    /** Shown by other sites with a link to the track; changes with what it shows. */
    sharePictureUrl: z.string(),
    /** 200 bars over the preview. */
    fineWaveform: waveformSchema,
    ...commentListSchema.shape,
  }),
})

export const listTracksOfArtist = endpoint('GET /api/proxy/tracks', {
  by: 'anyone',
  summary: "An artist's listed tracks, the most popular first.",
  input: z.object({
    artistId: z.guid(),
    limit: z.coerce.number().int().min(1).max(maxTracksOfArtist).default(relatedTracks.fetched),
  }),
  output: z.object({ tracks: z.array(listedTrackSchema) }),
})

export const streamPreview = endpoint('GET /public/tracks/{id}/preview.mp3', {
  by: 'anyone',
  summary: `The preview of up to ${maxPreviewSeconds} seconds, with Range.`,
  produces: 'audio/mpeg',
  refusals: ['not_found'],
  input: trackId,
  output: z.unknown(),
})

export const drawCover = endpoint('GET /public/tracks/{id}/cover.svg', {
  by: 'anyone',
  summary: 'The rosette drawn from the track.',
  produces: 'image/svg+xml',
  refusals: ['not_found'],
  input: trackId,
  output: z.unknown(),
})

const pictureInput = trackId.extend({
  /** The version of the picture: its URL changes with it, so that browsers may store it for a year. */
  v: z.string().max(100).optional(),
})

export const drawRasterCover = endpoint('GET /public/tracks/{id}/cover.png', {
  by: 'anyone',
  summary: 'The cover as a bitmap of 512 × 512, for what shows no SVG.',
  produces: 'image/png',
  refusals: ['not_found'],
  input: pictureInput,
  output: z.unknown(),
})

export const drawSharePicture = endpoint('GET /public/tracks/{id}/share.png', {
  by: 'anyone',
  summary:
    'What other sites show with a link to the track: cover, title, artists and key, 1200 × 630.',
  produces: 'image/png',
  refusals: ['not_found'],
  input: pictureInput,
  output: z.unknown(),
})

/** The fields of a track that cards, the player and the cart show. */
export type TrackSummary = Pick<
  Track,
  | 'id'
  | 'title'
  | 'originalArtist'
  | 'customerPricePence'
  | 'isSellable'
  | 'backingTrackType'
  | 'genre'
  | 'vocalRange'
  | 'vocalGender'
  | 'keySignature'
  | 'isHigher'
  | 'isLower'
  | 'previewUrl'
  | 'previewSeconds'
  | 'waveform'
  | 'coverUrl'
  | 'averageRating'
  | 'numOfRatings'
> & {
  /** An id, or nothing, where a track comes without its artist's name. */
  user?: Track['user'] | string
  versions?: TrackVersion[]
}
