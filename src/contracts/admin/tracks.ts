// Endpoints of the admin's list of tracks.

import { z } from 'zod'
import { adminSearchFields, trackStates } from '#rules/admin/admin-search.ts'
import { maxFeaturedTracks } from '#rules/tracks/featured-tracks.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readBy } from '../lists.ts'
import { adminPageField } from './audit-log.ts'
import { noteSchema, toldFields } from '../reason.ts'

const trackRecordSchema = z.object({
  id: z.string(),
  title: z.string(),
  originalArtist: z.string(),
  artist: z.object({ id: z.string(), name: z.string(), isBanned: z.boolean() }),
  createdAt: z.iso.datetime(),
  /** Everyone sees it: it is not withdrawn, and its artist not banned. */
  isListed: z.boolean(),
  /** It is null unless the artist or an admin has withdrawn it. */
  withdrawnAt: z.iso.datetime().nullable(),
  /** By an admin: the artist cannot restore it. */
  isTakenDown: z.boolean(),
  isQualityValidated: z.boolean(),
  /** At the head of the home page's list, while it is listed. */
  isFeatured: z.boolean(),
  customerPricePence: z.int(),
  sales: z.int(),
})
export type TrackRecord = z.infer<typeof trackRecordSchema>

const fields = adminSearchFields.tracks

export const listAllTracks = endpoint('GET /api/proxy/admin/tracks', {
  by: 'admin',
  summary: 'A page of all tracks, the newest first, withdrawn ones included.',
  input: z.object({
    query: readBy(fields.query, z.string().optional()),
    state: readBy(fields.state, z.enum(trackStates).optional()),
    artist: readBy(fields.artist, z.uuid().optional()),
    page: adminPageField,
  }),
  output: pageOf({ tracks: z.array(trackRecordSchema), total: z.int() }),
})

const trackId = z.object({ id: z.uuid() })
/** Its artist is told. */
const toldChange = trackId.extend(toldFields)
/** Nobody is told. */
const silentChange = trackId.extend({ note: noteSchema })

export const takeDownTrack = endpoint('POST /api/proxy/admin/tracks/{id}/take-down', {
  by: 'admin',
  summary: 'Withdraws a track, which its artist cannot restore; customers who bought it keep it.',
  refusals: ['not_found'],
  input: toldChange,
  output: z.object({}),
})

export const putBackTrack = endpoint('POST /api/proxy/admin/tracks/{id}/put-back', {
  by: 'admin',
  summary: 'Lists a track again that an admin has taken down.',
  refusals: ['not_found'],
  input: toldChange,
  output: z.object({}),
})

export const setTrackQuality = endpoint('POST /api/proxy/admin/tracks/{id}/quality', {
  by: 'admin',
  summary: 'Whether the quality of the recording is validated, which the catalogue can filter by.',
  refusals: ['not_found'],
  input: silentChange.extend({ qualityValidated: z.stringbool().or(z.boolean()) }),
  output: z.object({}),
})

export const featureTrack = endpoint('POST /api/proxy/admin/tracks/{id}/feature', {
  by: 'admin',
  summary: `Puts a listed track at the head of the home page's list; at most ${maxFeaturedTracks} are there.`,
  refusals: ['not_found', 'track_not_listed', 'too_many_featured'],
  input: silentChange,
  output: z.object({}),
})

export const endFeaturing = endpoint('POST /api/proxy/admin/tracks/{id}/end-featuring', {
  by: 'admin',
  summary: "Takes a track from the head of the home page's list; doing so twice changes nothing.",
  refusals: ['not_found'],
  input: silentChange,
  output: z.object({}),
})
