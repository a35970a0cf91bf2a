// Uploads over the wire: an artist's file on its way to being a listed track.

import { z } from 'zod'
import { manyLines, oneLine, showsSomething } from '#rules/plain-text.ts'
import { parsePounds } from '#rules/price.ts'
import { genres, instrumentations, trackFormats, trackTextLimits } from '#rules/track-options.ts'
import { missingInUpload, problemWithPrice, uploadStages } from '#rules/upload-limits.ts'
import { vocalRanges } from '#rules/vocal-range.ts'
import { endpoint } from './endpoint.ts'
import { trackSchema } from './tracks.ts'

const atMost = (limit: number) => z.string().max(limit, `Please use at most ${limit} characters`)
const requiredText = (missing: string, limit: number, inOneForm = oneLine) =>
  z.string(missing).transform(inOneForm).pipe(atMost(limit).refine(showsSomething, missing))

const blankIsNone = (value: unknown) => (value === '' ? undefined : value)
const ticked = z
  .union([z.boolean(), z.enum(['true', 'on', '1', 'false', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === 'on' || value === '1')

/** The price arrives in pounds ('4.99') and leaves in pence. */
const artistPriceSchema = z.string(missingInUpload.price).transform((text, context) => {
  const pence = parsePounds(text)
  const problem = problemWithPrice(text)
  if (pence !== null && problem === null) return pence
  context.addIssue({ code: 'custom', message: problem ?? missingInUpload.price })
  return z.NEVER
})

/** The form's fields, as multipart text: the file itself travels beside them, after them. */
export const trackDetailsSchema = z.object({
  title: requiredText(missingInUpload.title, trackTextLimits.title),
  originalArtist: requiredText(missingInUpload.originalArtist, trackTextLimits.originalArtist),
  description: requiredText(missingInUpload.description, trackTextLimits.description, manyLines),
  price: artistPriceSchema,
  type: z.enum(trackFormats, missingInUpload.type),
  backingTrackType: z.enum(instrumentations, missingInUpload.backingTrackType),
  genre: z.preprocess(blankIsNone, z.enum(genres).optional()),
  vocalRange: z.preprocess(blankIsNone, z.enum(vocalRanges).optional()),
  keySignature: z.preprocess(
    blankIsNone,
    z.string().transform(oneLine).pipe(atMost(trackTextLimits.keySignature)).optional(),
  ),
  instructions: z.preprocess(
    blankIsNone,
    z.string().transform(manyLines).pipe(atMost(trackTextLimits.instructions)).optional(),
  ),
  isHigher: ticked.optional().default(false),
  isLower: ticked.optional().default(false),
  confirmation: ticked
    .optional()
    .default(false)
    .refine((value) => value, missingInUpload.confirmation),
})
export type TrackDetails = z.infer<typeof trackDetailsSchema>

export const uploadSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  fileName: z.string(),
  state: z.enum(['processing', 'listed', 'refused']),
  stage: z.enum(uploadStages),
  /** Why it was refused, in words for the artist. */
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Upload = z.infer<typeof uploadSchema>

export const uploadTrack = endpoint('POST /api/proxy/tracks', {
  by: 'artist',
  summary:
    'Takes a recording and its details; the track carries the id of the upload once it is listed.',
  consumes: 'multipart',
  refusals: [
    'payment_setup_needed',
    'too_many_uploads',
    'upload_file_missing',
    'upload_interrupted',
    'upload_too_large',
    'audio_not_recognised',
    'storage_full',
  ],
  input: trackDetailsSchema,
  output: uploadSchema,
})

export const getUpload = endpoint('GET /api/proxy/uploads/{id}', {
  by: 'artist',
  summary: 'How far an own upload is.',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: uploadSchema,
})

export const listUploads = endpoint('GET /api/proxy/uploads', {
  by: 'artist',
  summary: 'Own uploads that are not listed yet: under way, or refused with the reason.',
  input: z.object({}),
  output: z.object({ uploads: z.array(uploadSchema) }),
})

export const dismissUpload = endpoint('DELETE /api/proxy/uploads/{id}', {
  by: 'artist',
  summary: 'Forgets a refused upload.',
  refusals: ['not_found'],
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
})

const ownTrackSchema = trackSchema.extend({
  /** What the artist receives, in pence. */
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
