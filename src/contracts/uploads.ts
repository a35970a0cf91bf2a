// Endpoints of uploads: from an artist's file to a listed track.

import { z } from 'zod'
import { manyLines, oneLine, showsSomething } from '#rules/plain-text.ts'
import { parsePounds } from '#rules/price.ts'
import { genres, instrumentations, trackFormats, trackTextLimits } from '#rules/track-options.ts'
import {
  audioFileTypes,
  largestUploadBytes,
  missingInUpload,
  problemWithPrice,
} from '#rules/upload-limits.ts'
import { uploadProcess, uploadStages } from '#rules/upload-process.ts'
import { vocalRanges } from '#rules/vocal-range.ts'
import { endpoint } from './endpoint.ts'

const atMost = (limit: number) => z.string().max(limit, `Please use at most ${limit} characters`)
const requiredText = (missing: string, limit: number, normalise = oneLine) =>
  z.string(missing).transform(normalise).pipe(atMost(limit).refine(showsSomething, missing))

const blankToUndefined = (value: unknown) => (value === '' ? undefined : value)
const checkbox = (missing?: string) =>
  z
    .union([z.boolean(), z.enum(['true', 'on', '1', 'false', '0', ''])], missing)
    .transform((value) => value === true || value === 'true' || value === 'on' || value === '1')

/** Parses a price in pounds ('4.99') to pence. */
const artistPriceSchema = z.string(missingInUpload.price).transform((text, context) => {
  const pence = parsePounds(text)
  const problem = problemWithPrice(text)
  if (pence !== null && problem === null) return pence
  context.addIssue({ code: 'custom', message: problem ?? missingInUpload.price })
  return z.NEVER
})

/** The form's fields, as multipart text; the file part follows them. */
export const trackDetailsSchema = z.object({
  title: requiredText(missingInUpload.title, trackTextLimits.title),
  originalArtist: requiredText(missingInUpload.originalArtist, trackTextLimits.originalArtist),
  description: requiredText(missingInUpload.description, trackTextLimits.description, manyLines),
  price: artistPriceSchema,
  type: z.enum(trackFormats, missingInUpload.type),
  backingTrackType: z.enum(instrumentations, missingInUpload.backingTrackType),
  genre: z.preprocess(blankToUndefined, z.enum(genres).optional()),
  vocalRange: z.preprocess(blankToUndefined, z.enum(vocalRanges).optional()),
  keySignature: z.preprocess(
    blankToUndefined,
    z.string().transform(oneLine).pipe(atMost(trackTextLimits.keySignature)).optional(),
  ),
  instructions: z.preprocess(
    blankToUndefined,
    z.string().transform(manyLines).pipe(atMost(trackTextLimits.instructions)).optional(),
  ),
  isHigher: checkbox().optional().default(false),
  isLower: checkbox().optional().default(false),
  confirmation: checkbox(missingInUpload.confirmation).refine(
    (value) => value,
    missingInUpload.confirmation,
  ),
})
export type TrackDetails = z.infer<typeof trackDetailsSchema>

export const uploadSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  fileName: z.string(),
  state: z.enum(uploadProcess.statuses),
  stage: z.enum(uploadStages),
  /** The reason of a refusal, as a message for the artist. */
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type Upload = z.infer<typeof uploadSchema>

export const uploadTrack = endpoint('POST /api/proxy/tracks', {
  by: 'artist',
  summary:
    'Takes a recording and its details; the track carries the id of the upload once it is listed.',
  file: {
    field: 'file',
    summary: 'The recording.',
    accept: audioFileTypes,
    maxBytes: largestUploadBytes,
    refusals: {
      missing: 'upload_file_missing',
      notAccepted: 'audio_not_recognised',
      tooLarge: 'upload_too_large',
      interrupted: 'upload_interrupted',
    },
  },
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
