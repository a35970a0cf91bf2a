// The fixed values for describing tracks, with the specification's names and order.

export const trackFormats = ['Backing Track', 'Jam Track', 'Acoustic Instrumental Version'] as const
export type TrackFormat = (typeof trackFormats)[number]

export const instrumentations = [
  'Acoustic Guitar',
  'Piano',
  'Full Arrangement Track',
  'Other',
] as const
export type Instrumentation = (typeof instrumentations)[number]

export const genres = [
  'Pop',
  'Rock',
  'Folk',
  'Jazz',
  'Classical',
  'Musical Theatre',
  'Country',
  'Other',
] as const
export type Genre = (typeof genres)[number]

export const licenceStatuses = ['not_required', 'licensed', 'unlicensed'] as const
export type LicenceStatus = (typeof licenceStatuses)[number]

export const trackSorts = [
  'popularity',
  'date-uploaded',
  'date-uploaded/ascending',
  'rating',
  'price',
] as const
export type TrackSort = (typeof trackSorts)[number]

export const trackPageSize = 10

/** Other versions of its song that a track's card links to; the track's page has more. */
export const maxVersionsOnCard = 3
export const maxVersionsOnPage = 12

/** Maximum text lengths, in characters. */
export const trackTextLimits = {
  title: 100,
  originalArtist: 100,
  description: 500,
  instructions: 1000,
  keySignature: 5,
  licensedFrom: 200,
  youtubeGuideUrl: 500,
} as const

/** `More Tracks by {artist}` fetches one more than it shows, because the track of the page may be among them. */
export const relatedTracks = { fetched: 6, shown: 5 } as const
/** In one response. */
export const maxTracksOfArtist = 50
