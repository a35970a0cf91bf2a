// Endpoints of the catalogue: searching and filtering tracks, the hits of each filter, suggestions while typing.

import { z } from 'zod'
import {
  genres,
  instrumentations,
  trackFormats,
  trackPageSize,
  trackSorts,
} from '#rules/tracks/track-options.ts'
import {
  lastTrackPage,
  maxQueryLength,
  trackFilterNames,
  trackSearchFields,
} from '#rules/search/track-search.ts'
import { maxFeaturedTracks } from '#rules/tracks/featured-tracks.ts'
import { tempoBands } from '#rules/music/tempo.ts'
import { vocalGenders, vocalRanges } from '#rules/music/vocal-range.ts'
import { endpoint } from './endpoint.ts'
import { limitField, pageField, pageOf, readBy } from './lists.ts'
import { listedTrackSchema, type TrackSummary } from './tracks.ts'

const fields = trackSearchFields

/** The page's URL uses the same parameter names; an invalid value is ignored. */
const filtersSchema = z.object({
  keySig: readBy(fields.keySig, z.string().optional()),
  'vocal-range': readBy(fields['vocal-range'], z.enum(vocalRanges).optional()),
  vocalGender: readBy(fields.vocalGender, z.enum(vocalGenders).optional()),
  type: readBy(fields.type, z.enum(trackFormats).optional()),
  backingTrackType: readBy(fields.backingTrackType, z.enum(instrumentations).optional()),
  genre: readBy(fields.genre, z.enum(genres).optional()),
  tempo: readBy(fields.tempo, z.enum(tempoBands).optional()),
  isHigher: readBy(fields.isHigher, z.literal(true).optional()),
  isLower: readBy(fields.isLower, z.literal(true).optional()),
})

const trackSearchSchema = filtersSchema.extend({
  query: readBy(fields.query, z.string().optional()),
  artistId: readBy(fields.artistId, z.guid().optional()),
  qualityValidated: readBy(fields.qualityValidated, z.boolean().optional()),
  orderBy: readBy(fields.orderBy, z.enum(trackSorts).default('popularity')),
  page: pageField(fields.page, lastTrackPage),
  limit: limitField(trackPageSize),
})
export type TrackQuery = z.infer<typeof trackSearchSchema>

export const trackListSchema = pageOf({
  tracks: z.array(listedTrackSchema),
  totalTracks: z.int(),
  /** False for an estimate, of more than 3,000 tracks. */
  totalIsExact: z.boolean(),
  limit: z.int(),
  /**
   * `exact`: the tracks have every word; `corrected`: every word once mistyped ones are corrected;
   * `closest`: no track has every word, these come closest.
   */
  matching: z.enum(['exact', 'corrected', 'closest']),
  /** What was searched instead of `query`: the corrected words, or those that the closest tracks have. */
  searchedFor: z.string().nullable(),
})
export type TrackList = z.infer<typeof trackListSchema>
export type TrackSummaryList = Omit<TrackList, 'tracks' | 'limit'> & { tracks: TrackSummary[] }

export const queryTracks = endpoint('GET /public/tracks/query', {
  by: 'anyone',
  summary: 'One page of the catalogue.',
  input: trackSearchSchema,
  output: trackListSchema,
})

export const listFeaturedTracks = endpoint('GET /public/tracks/featured', {
  by: 'anyone',
  summary: `What the home page lists: at most ${maxFeaturedTracks} tracks that admins chose, then the most popular ones.`,
  input: z.object({}),
  output: z.object({
    tracks: z.array(listedTrackSchema),
    /** As many at the head of the list were chosen by admins. */
    featured: z.int(),
  }),
})

export const countFilterHits = endpoint('GET /public/tracks/filters', {
  by: 'anyone',
  summary: 'For each choice of each filter, the number of tracks it leaves with the other filters.',
  input: filtersSchema,
  output: z.object({
    filters: z.array(
      z.object({
        name: z.enum(trackFilterNames),
        /** Every possible value; for a key the letter with b, # or nothing. */
        choices: z.array(z.object({ value: z.string(), hits: z.int() })),
      }),
    ),
  }),
})
export type FilterHits = z.infer<typeof countFilterHits.output>['filters']

export const maxSuggestions = 8

export const suggestSearches = endpoint('GET /public/tracks/suggestions', {
  by: 'anyone',
  summary:
    'Titles and artists that continue what is being typed, at most eight, the most popular first.',
  input: z.object({
    query: z
      .string()
      .max(maxQueryLength * 4)
      .default(''),
  }),
  output: z.object({
    suggestions: z
      .array(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('title'), text: z.string(), originalArtist: z.string() }),
          z.object({ kind: z.literal('artist'), text: z.string(), artistId: z.string() }),
        ]),
      )
      .max(maxSuggestions),
  }),
})
export type Suggestion = z.infer<typeof suggestSearches.output>['suggestions'][number]
