export type SuggestionTables = {
  search_spellings: { word: string; sound: string; forms: string[] }
  suggested_songs: {
    song: string
    track_id: string
    title: string
    words: string
    popularity: number
  }
  suggested_artists: { artist_id: string; name: string; words: string; popularity: number }
}
