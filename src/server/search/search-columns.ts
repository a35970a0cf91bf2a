// What the read model knows of a track, computed from the track: facets, song and lexemes.

import { facetLexemes, facetsOf, packFacets, type FacetedTrack } from '#rules/track-facets.ts'
import { songKey, songWords } from '#rules/tracks/songs.ts'
import { searchWords } from '#rules/search-words.ts'

export type SearchableTrack = FacetedTrack & { title: string; originalArtist: string }

/** The artist's names by which a search finds the tracks. */
export type SearchableArtist = { username: string; displayName: string | null }

/** Columns of `tracks`. The database copies them to `track_search` while the track is listed. */
export function searchColumns(track: SearchableTrack, artist: SearchableArtist) {
  const { title, originalArtist } = track
  const facets = facetsOf(track)
  const names = [artist.username, artist.displayName ?? '']
  const words = searchWords([title, originalArtist, ...names].join(' '))
  return {
    facets: packFacets(facets),
    song: songWords(track),
    song_key: songKey(track),
    search_text: [...new Set(words), ...facetLexemes(facets)].join(' '),
  }
}
