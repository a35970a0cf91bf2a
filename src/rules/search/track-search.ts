// The parameters that the catalogue's URL may contain. Each parameter is read here only: for the page, its cache key and
// the endpoint; and the URL is written here.

import { laterPage, pageRoutes, withQuery } from '../page-paths.ts'
import {
  genres,
  instrumentations,
  trackFormats,
  trackSorts,
  type Genre,
  type Instrumentation,
  type TrackFormat,
  type TrackSort,
} from '../tracks/track-options.ts'
import { tempoBands, type TempoBand } from '../music/tempo.ts'
import {
  vocalGenders,
  vocalRanges,
  type VocalGender,
  type VocalRange,
} from '../music/vocal-range.ts'

export const maxQueryLength = 300
export const lastTrackPage = 1_000_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const filterKey = /^[A-G][b#]?$/

/** One value per filter; the names are those of the query call, and of the page's URL. */
export type TrackFilters = {
  /** A letter with an optional b or #. */
  keySig?: string
  'vocal-range'?: VocalRange
  vocalGender?: VocalGender
  type?: TrackFormat
  backingTrackType?: Instrumentation
  genre?: Genre
  /** A band of the measured tempo. */
  tempo?: TempoBand
  isHigher?: true
  isLower?: true
}

export type TrackSearch = TrackFilters & {
  query?: string
  artistId?: string
  /** Only for callers of the API: no page sets it. */
  qualityValidated?: boolean
  orderBy: TrackSort
  page: number
}

type Readers = { [Name in keyof Required<TrackSearch>]: (value: unknown) => TrackSearch[Name] }

/** How each parameter is read, from a value or from several of the same name. An invalid value is read as none. */
export const trackSearchFields: Readers = {
  query: queryIn,
  artistId(value) {
    const text = textOf(value)
    return uuid.test(text) ? text.toLowerCase() : undefined
  },
  /** Without a script the form sends the letter and each checked accidental: the first one counts. */
  keySig(value) {
    const text = Array.isArray(value) ? value.slice(0, 2).map(textOf).join('') : textOf(value)
    return filterKey.test(text) ? text : undefined
  },
  'vocal-range': (value) => vocalRanges.find((known) => known === value),
  vocalGender: (value) => vocalGenders.find((known) => known === value),
  type: (value) => trackFormats.find((known) => known === value),
  backingTrackType: (value) => instrumentations.find((known) => known === value),
  genre: (value) => genres.find((known) => known === value),
  tempo: (value) => tempoBands.find((known) => known === value),
  isHigher: (value) => (isTrue(value) ? true : undefined),
  isLower: (value) => (isTrue(value) ? true : undefined),
  qualityValidated: (value) => (isTrue(value) ? true : isFalse(value) ? false : undefined),
  orderBy: (value) => trackSorts.find((sort) => sort === value) ?? 'popularity',
  page(value) {
    const page = Number(value)
    return Number.isInteger(page) && page <= lastTrackPage ? Math.max(page, 1) : 1
  },
}

/** The text that any list is searched by. PostgreSQL refuses a text that contains a NUL. */
export function queryIn(value: unknown): string | undefined {
  const text = textOf(value).replaceAll('\0', '').trim()
  return text === '' ? undefined : [...text].slice(0, maxQueryLength).join('')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const isTrue = (value: unknown) => value === true || value === 'true'
const isFalse = (value: unknown) => value === false || value === 'false'

/** The names of the advanced filters, in the order of the panel. */
export const trackFilterNames = [
  'keySig',
  'vocal-range',
  'vocalGender',
  'type',
  'backingTrackType',
  'genre',
  'tempo',
  'isHigher',
  'isLower',
] as const satisfies readonly (keyof TrackFilters)[]
export type TrackFilterName = (typeof trackFilterNames)[number]

export function readTrackSearch(params: URLSearchParams): TrackSearch {
  const read = <Name extends keyof TrackSearch>(name: Name) => {
    const values = params.getAll(name)
    return trackSearchFields[name](values.length > 1 ? values : values[0])
  }
  return {
    query: read('query'),
    artistId: read('artistId'),
    keySig: read('keySig'),
    'vocal-range': read('vocal-range'),
    vocalGender: read('vocalGender'),
    type: read('type'),
    backingTrackType: read('backingTrackType'),
    genre: read('genre'),
    tempo: read('tempo'),
    isHigher: read('isHigher'),
    isLower: read('isLower'),
    qualityValidated: read('qualityValidated'),
    orderBy: read('orderBy'),
    page: read('page'),
  }
}

/** Default values are left out, so that each view of the catalogue has one path. */
export function tracksPath({ orderBy, page = 1, ...search }: Partial<TrackSearch> = {}): string {
  const filters = trackFilterNames.map((name) => [name, search[name]?.toString()])
  return withQuery(pageRoutes.tracks, {
    query: search.query,
    artistId: search.artistId,
    ...Object.fromEntries(filters),
    qualityValidated: search.qualityValidated?.toString(),
    orderBy: orderBy === 'popularity' ? undefined : orderBy,
    page: laterPage(page),
  })
}
