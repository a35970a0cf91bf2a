// Endpoints of an artist's own tracks: what they earn, editing, withdrawing and restoring them.

import { z } from 'zod'
import { lastTrackPage, trackSearchFields } from '#rules/search/track-search.ts'
import { endpoint } from './endpoint.ts'
import { pageField, pageOf, readBy } from './lists.ts'
import { keyAnswerSchema, measuredKeySchema, trackChangesSchema } from './track-details.ts'
import { trackSchema } from './tracks.ts'

const ownTrackSchema = trackSchema.extend({
  /** The artist's price in pence. */
  pricePence: z.int().nonnegative(),
  downloadCount: z.int(),
  purchaseCount: z.int(),
  licenseDocumentUrl: z.string().nullable(),
  ...measuredKeySchema.shape,
  /** It is null while the track is listed. */
  withdrawnAt: z.iso.datetime().nullable(),
  /** By an admin: its artist cannot restore it. */
  isTakenDown: z.boolean(),
})
export type OwnTrack = z.infer<typeof ownTrackSchema>

const trackId = z.object({ id: z.uuid() })

export const listOwnTracks = endpoint('GET /api/proxy/artists/tracks', {
  by: 'artist',
  summary: 'A page of the own tracks with what they earn, newest first, withdrawn ones included.',
  input: z.object({
    query: readBy(trackSearchFields.query, z.string().optional()),
    page: pageField(trackSearchFields.page, lastTrackPage),
  }),
  output: pageOf({
    tracks: z.array(ownTrackSchema),
    totalTracks: z.int(),
    /** Counted among all own tracks. */
    takenDownTracks: z.int(),
  }),
})
export type OwnTrackList = z.infer<(typeof listOwnTracks)['output']>

export const getOwnTrack = endpoint('GET /api/proxy/artists/tracks/{id}', {
  by: 'artist',
  summary: 'An own track, listed or withdrawn, as it is edited.',
  refusals: ['not_found'],
  input: trackId,
  output: ownTrackSchema,
})

export const countUploadedTracks = endpoint('GET /api/proxy/artists/uploaded-track-count', {
  by: 'artist',
  summary: 'How many tracks the artist has uploaded, withdrawn ones included.',
  input: z.object({}),
  output: z.object({ count: z.int().nonnegative() }),
})

export const editTrack = endpoint('PATCH /api/proxy/tracks/{id}', {
  by: 'artist',
  summary: 'Changes the given details of an own listed track and leaves the others as they are.',
  refusals: [
    'not_found',
    'track_withdrawn',
    'key_unanswered',
    'licensed_from_missing',
    'license_document_not_found',
  ],
  input: trackChangesSchema.extend({ ...trackId.shape, keyAnswer: keyAnswerSchema }),
  output: ownTrackSchema,
})

export const withdrawTrack = endpoint('POST /api/proxy/tracks/{id}/withdraw', {
  by: 'artist',
  summary: 'Takes an own track out of lists, carts and searches; customers who bought it keep it.',
  refusals: ['not_found'],
  input: trackId,
  output: ownTrackSchema,
})

export const restoreTrack = endpoint('POST /api/proxy/tracks/{id}/restore', {
  by: 'artist',
  summary: 'Lists a withdrawn own track again.',
  refusals: ['not_found', 'track_taken_down'],
  input: trackId,
  output: ownTrackSchema,
})
