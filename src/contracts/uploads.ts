// Endpoints of uploads: from an artist's file to a listed track.

import { audioFileTypes } from '#rules/music/audio-formats.ts'
import { z } from 'zod'
import { maxUploadBytes } from '#rules/uploads/upload-limits.ts'
import { uploadProcess, uploadStages } from '#rules/uploads/upload-process.ts'
import { endpoint } from './endpoint.ts'
import {
  keyAnswerSchema,
  measuredKeySchema,
  shownDetails,
  trackDetailsSchema,
} from './track-details.ts'

/** The details that the artist has entered, by the names and in the texts of the form. */
const enteredDetailsSchema = z.object({
  ...shownDetails,
  /** In pounds, with two decimals: '4.99'. */
  price: z.string(),
  licenseDocumentUrl: z.string().nullable(),
})

/** The facts that the preparation measured. */
const uploadFactsSchema = z.object({
  durationSeconds: z.number(),
  /** The loudness of the whole recording, after EBU R 128. */
  loudnessLufs: z.number(),
  ...measuredKeySchema.shape,
  /** Beats per minute; null unless it is clear. */
  tempoBpm: z.number().nullable(),
  /** One of `rules/music/audio-formats.ts`. */
  container: z.string(),
  codec: z.string(),
  sampleRateHz: z.int(),
  channels: z.int(),
  /** For the artist only. */
  previewUrl: z.string(),
  previewSeconds: z.number(),
  /** 96 bars over the preview, one character each: '0' to '9' then 'a' to 'z'. */
  waveform: z.string(),
})
export type UploadFacts = z.infer<typeof uploadFactsSchema>

export const uploadSchema = z.object({
  id: z.uuid(),
  /** It is null until the artist has sent the details. */
  title: z.string().nullable(),
  fileName: z.string(),
  /**
   * `arriving` until every byte is stored, then `processing`, then `prepared`: the details are missing, or the answer which
   * key it is. Otherwise it is `listed` as soon as it is prepared; the track has the same id. `refused` has a reason.
   */
  state: z.enum(uploadProcess.statuses),
  /** How far the processing is. */
  stage: z.enum(uploadStages),
  /** The size of the whole file. */
  bytes: z.int().nonnegative(),
  /** Those that are stored: sending continues behind them. */
  bytesReceived: z.int().nonnegative(),
  /** It is null until the artist has sent them; a refused upload keeps them. */
  details: enteredDetailsSchema.nullable(),
  /** It is null unless the upload is prepared. */
  facts: uploadFactsSchema.nullable(),
  /** The reason of a refusal, as a message for the artist. */
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /**
   * When it is removed unless a byte or the details arrive before. With its details, when it is refused unless the artist
   * answers which key it is in; null where nothing is missing.
   */
  expiresAt: z.iso.datetime().nullable(),
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
    maxBytes: maxUploadBytes,
    refusals: {
      missing: 'upload_file_missing',
      notAccepted: 'audio_not_recognised',
      tooLarge: 'upload_too_large',
      interrupted: 'upload_interrupted',
    },
  },
  refusals: [
    'email_unverified',
    'payment_setup_needed',
    'license_document_not_found',
    'too_many_uploads',
    'too_many_unfinished_uploads',
    'upload_file_missing',
    'upload_interrupted',
    'upload_too_large',
    'audio_not_recognised',
    'storage_full',
  ],
  input: trackDetailsSchema,
  output: uploadSchema,
})

const uploadId = z.object({ id: z.uuid() })

export const getUpload = endpoint('GET /api/proxy/uploads/{id}', {
  by: 'artist',
  summary: 'How far an own upload is, and what was measured once it is prepared.',
  refusals: ['not_found'],
  input: uploadId,
  output: uploadSchema,
})

export const listUploads = endpoint('GET /api/proxy/uploads', {
  by: 'artist',
  summary:
    'Own uploads that are not listed yet, newest first: arriving, in preparation, waiting for their details, or refused.',
  input: z.object({}),
  output: z.object({ uploads: z.array(uploadSchema) }),
})

export const sendUploadDetails = endpoint('PUT /api/proxy/uploads/{id}/details', {
  by: 'artist',
  summary:
    'Takes the details of an own upload, at any time before it is listed; an upload that is prepared is listed at once. Where it sounds like another key than the written one, `keyAnswer` is needed: now, or in another call once it is prepared.',
  refusals: [
    'not_found',
    'upload_listed',
    'payment_setup_needed',
    'key_unanswered',
    'license_document_not_found',
  ],
  input: trackDetailsSchema.safeExtend({ id: z.uuid(), keyAnswer: keyAnswerSchema }),
  output: uploadSchema,
})

export const streamUploadPreview = endpoint('GET /api/proxy/uploads/{id}/preview.mp3', {
  by: 'artist',
  summary: 'The preview of an own upload that is prepared and not listed yet, with Range.',
  produces: 'audio/mpeg',
  refusals: ['not_found'],
  input: uploadId,
  output: z.unknown(),
})

export const dismissUpload = endpoint('DELETE /api/proxy/uploads/{id}', {
  by: 'artist',
  summary: 'Removes an own upload that is not listed, with its file, in whichever state it is.',
  refusals: ['not_found', 'upload_listed'],
  input: uploadId,
  output: z.object({}),
})
