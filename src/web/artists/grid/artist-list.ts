// A page of the list of artists, from either form of the answer to a request for it.

import type { z } from 'zod'
import type { Artist, queryArtists } from '#contracts/artists/artists.ts'
import { artistSummary, type ArtistSummary } from '../artist-summary.ts'

export type ArtistList = {
  artists: ArtistSummary[]
  totalUsers: number
  totalPages: number
  currentPage: number
  /** The names that were searched instead of what was typed. */
  searchedFor: string | null
}

/** An array without paging is everything there is. */
export function artistList(
  answer: Artist[] | z.output<(typeof queryArtists)['output']>,
): ArtistList {
  if (Array.isArray(answer)) {
    return {
      artists: answer.map(artistSummary),
      totalUsers: answer.length,
      totalPages: 1,
      currentPage: 1,
      searchedFor: null,
    }
  }
  const { users, ...list } = answer
  return { ...list, artists: users.map(artistSummary) }
}
