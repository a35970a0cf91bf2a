import type { Artist } from '#contracts/artists/artists.ts'

/** What a card shows of an artist. */
export type ArtistSummary = Pick<Artist, (typeof shown)[number]>

const shown = [
  'id',
  'username',
  'displayName',
  'avatar',
  'artistInstrument',
  'artistExample',
  'averageTrackRating',
  'numOfRatings',
  'numOfReviews',
  'numOfCommissions',
  'numOfUploadedTracks',
  'numOfFollowers',
  'availableForCommission',
  'isFullyBooked',
  'customerCommissionPricePence',
  'maxTimeTakenForCommission',
  'averageCommissionCompletionTime',
  'averageCommissionCompletionTimeHours',
] as const satisfies (keyof Artist)[]

/** The other fields, such as what the artist writes about themselves, are not sent as data of a page of cards. */
export function artistSummary(artist: Artist): ArtistSummary {
  // Every field of the type is in the list that the type is made from.
  return Object.fromEntries(shown.map((name) => [name, artist[name]])) as ArtistSummary
}
