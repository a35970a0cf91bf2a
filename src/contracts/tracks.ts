// Endpoints of tracks: one track, its preview and cover, and an artist's own tracks.

import { z } from 'zod'
import { largestCart, longestPreviewSeconds } from '#rules/product.ts'
import { genres, instrumentations, trackFormats } from '#rules/track-options.ts'
import { vocalGenders, vocalRanges } from '#rules/vocal-range.ts'
import { endpoint } from './endpoint.ts'

const trackUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  /** What pages show; the username until the artist chooses another name. */
  displayName: z.string(),
  avatar: z.string().nullable(),
})

/** Another recording of the same song: the same title and original artist, in plain words. */
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
  title: z.string(),
  originalArtist: z.string(),
  description: z.string(),
  instructions: z.string().nullable(),
  /** The customer's price in pounds; the artist's price is never included. */
  customerPrice: z.number(),
  customerPricePence: z.int().nonnegative(),
  /** False while its artist cannot be paid. */
  isSellable: z.boolean(),
  type: z.enum(trackFormats),
  backingTrackType: z.enum(instrumentations),
  genre: z.enum(genres).nullable(),
  vocalRange: z.enum(vocalRanges).nullable(),
  vocalGender: z.enum(vocalGenders).nullable(),
  keySignature: z.string().nullable(),
  isHigher: z.boolean(),
  isLower: z.boolean(),
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

export const commentSchema = z.object({
  id: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  user: z.object({ username: z.string(), avatar: z.string().nullable() }).nullable(),
})
export type Comment = z.infer<typeof commentSchema>

const trackId = z.object({ id: z.uuid() })

export const getTracksById = endpoint('GET /public/tracks/by-id', {
  by: 'anyone',
  summary:
    'The tracks for sale among as many ids as a cart holds, comma-separated: how a guest cart is priced.',
  input: z.object({
    ids: z
      .string()
      .max(4000)
      .transform((ids) =>
        ids
          .split(',')
          .filter((id) => z.uuid().safeParse(id).success)
          .slice(0, largestCart),
      ),
  }),
  output: z.object({ tracks: z.array(trackSchema) }),
})

export const getTrack = endpoint('GET /api/proxy/tracks/{id}', {
  by: 'anyone',
  summary: 'One track with its comments and a finer waveform.',
  refusals: ['not_found'],
  input: trackId,
  output: listedTrackSchema.extend({
    /** 200 bars over the preview. */
    fineWaveform: waveformSchema,
    comments: z.array(commentSchema),
  }),
})

export const streamPreview = endpoint('GET /public/tracks/{id}/preview.mp3', {
  by: 'anyone',
  summary: `The preview of up to ${longestPreviewSeconds} seconds, with Range.`,
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

const ownTrackSchema = trackSchema.extend({
  /** The artist's price in pence. */
  pricePence: z.int().nonnegative(),
  downloadCount: z.int(),
  purchaseCount: z.int(),
})

export const listOwnTracks = endpoint('GET /api/proxy/artists/tracks', {
  by: 'artist',
  summary: 'Own listed tracks with what they earn, newest first.',
  input: z.object({}),
  output: z.object({ tracks: z.array(ownTrackSchema) }),
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
