import type { Artist } from '#contracts/artists/artists.ts'
import { artistSummary, type ArtistSummary } from '../artist-summary.ts'

/** Of the answer to a request for the featured artists: each artist once. */
export function featuredArtists(answer: Artist[] | { artists: Artist[] }): ArtistSummary[] {
  const artists = Array.isArray(answer) ? answer : answer.artists
  const byId = new Map(artists.map((artist) => [artist.id, artist]))
  return [...byId.values()].map(artistSummary)
}
