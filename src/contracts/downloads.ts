// Endpoints of downloads: the full file for entitled users, as the artist sent it or in another format.

import { renditionFormats } from '#rules/music/audio-formats.ts'
import { z } from 'zod'
import { ownedFormats } from '#rules/orders/rendition-formats.ts'
import { myTracksPath } from '#rules/orders/order-paths.ts'
import { endpoint } from './endpoint.ts'

export const downloadTrack = endpoint('GET /api/proxy/tracks/download/{id}', {
  by: 'user',
  isOpenToBanned: true,
  pageAfterLogin: myTracksPath(),
  summary: 'The full recording, with Range, to those entitled to it; the original by default.',
  produces: 'audio/*',
  refusals: ['not_found', 'rendition_not_ready'],
  input: z.object({ id: z.uuid(), format: z.enum(ownedFormats).default('original') }),
  output: z.unknown(),
})

/** The format is in the URL: ranges of one address must never come from two files. */
export const playOwnedTrack = endpoint('GET /api/proxy/my-tracks/{id}/stream', {
  by: 'user',
  summary: 'The full recording to play, with Range, to those entitled to it.',
  produces: 'audio/*',
  refusals: ['not_found', 'rendition_not_ready'],
  input: z.object({ id: z.uuid(), format: z.enum(ownedFormats).default('original') }),
  output: z.unknown(),
})

export const downloadAllTracks = endpoint('GET /api/proxy/my-tracks/zip', {
  by: 'user',
  isOpenToBanned: true,
  pageAfterLogin: myTracksPath(),
  summary: 'The originals of everything that the caller owns, as one ZIP file.',
  produces: 'application/zip',
  refusals: ['not_found', 'downloads_in_progress'],
  input: z.object({}),
  output: z.unknown(),
})

const ownedFileSchema = z.object({
  format: z.enum(ownedFormats),
  /** What the file is, such as 'FLAC'. */
  label: z.string(),
  /** `absent`: made on request. */
  state: z.enum(['ready', 'waiting', 'absent', 'refused']),
  bytes: z.int().nullable(),
  /** The message of a refusal. */
  reason: z.string().nullable(),
  /** False for a refusal that another attempt would only repeat. */
  canBeRequested: z.boolean(),
})
export type OwnedFile = z.infer<typeof ownedFileSchema>

export const ownedFilesSchema = z.array(ownedFileSchema)

const renditionInput = z.object({ id: z.uuid(), format: z.enum(renditionFormats) })

export const requestRendition = endpoint('POST /api/proxy/my-tracks/{id}/renditions/{format}', {
  by: 'user',
  summary: 'Has an owned recording made in another format, once for all who ask.',
  refusals: ['not_found', 'rendition_not_needed', 'too_many_renditions', 'storage_full'],
  input: renditionInput,
  output: ownedFileSchema,
})

export const getRendition = endpoint('GET /api/proxy/my-tracks/{id}/renditions/{format}', {
  by: 'user',
  summary: 'Whether an owned recording is ready in another format.',
  refusals: ['not_found', 'rendition_not_needed'],
  input: renditionInput,
  output: ownedFileSchema,
})
