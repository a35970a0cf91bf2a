// One page of the catalogue: the ids of its tracks in their order, and the total.

import type { TrackQuery } from '#contracts/catalogue.ts'
import { filteredFacets, maskOf } from '#rules/track-facets.ts'
import type { Db } from '#server/db/client.ts'
import { collectTracks } from './collect-tracks.ts'
import { listTracks } from './list-tracks.ts'
import { noTracks, type FoundPage, type Listing } from './listing.ts'
import { searchTracks } from './search-tracks.ts'
import { searchAttempts } from './words/search-attempts.ts'
import { tsqueryText, type SearchAttempt } from './words/words-query.ts'

export type FoundTracks = FoundPage & Omit<SearchAttempt, 'words'>

/** A page number beyond the end returns the last page. */
export async function findTracks(db: Db, search: TrackQuery): Promise<FoundTracks> {
  const listing: Listing = { ...search, facets: maskOf(filteredFacets(search)) }
  const text = search.query?.trim() ?? ''
  if (text !== '') return findByText(db, text, listing)
  const found = search.artistId ? await collectTracks(db, listing) : await listTracks(db, listing)
  return { ...found, matching: 'exact', searchedFor: null }
}

async function findByText(db: Db, text: string, listing: Listing): Promise<FoundTracks> {
  for await (const { words, matching, searchedFor } of searchAttempts(db, text)) {
    const found = listing.artistId
      ? await collectTracks(db, { ...listing, tsquery: tsqueryText(words) })
      : await searchTracks(db, words, listing)
    if (found.total > 0) return { ...found, matching, searchedFor }
  }
  return { ...noTracks, matching: 'exact', searchedFor: null }
}
