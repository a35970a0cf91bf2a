// What searches and filters know of a track, computed from the track.

import { facetsOf, type FacetedTrack } from '#rules/search/facets.ts'
import { songKey, songWords } from '#rules/search/songs.ts'
import { searchWords } from '#rules/search/search-words.ts'

export type SearchableTrack = FacetedTrack & { title: string; originalArtist: string }

/** The artist's names by which a search finds the tracks. */
export type SearchableArtist = { username: string; displayName: string | null }

/** Columns of `tracks`. The database copies them to `listed_tracks` while the track is listed. */
export function searchColumns(track: SearchableTrack, artist: SearchableArtist) {
  const { title, originalArtist } = track
  const names = [artist.username, artist.displayName ?? '']
  const words = searchWords([title, originalArtist, ...names].join(' '))
  return {
    ...facetsOf(track),
    song: songWords(track),
    song_key: songKey(track),
    search_text: [...new Set(words)].join(' '),
  }
}
