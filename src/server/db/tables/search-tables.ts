import type { GeneratedAlways } from 'kysely'

export type SearchTables = {
  listed_tracks: {
    id: string
    artist_id: string
    /** The key that all versions of a song have. */
    song: string
    /** The key that all tracks of a title have. */
    title: string
    popularity: number
    created_at: Date
    rating: number
    price_pence: number
    genre: string | null
    vocal_range: string | null
    format: string
    instrumentation: string
    pitch: string | null
    mode: string | null
    tempo_band: string | null
    shift: string | null
    quality_validated: boolean
    words: string
  }
  words: {
    kind: 'track' | 'artist'
    word: string
    uses: number
    sound: GeneratedAlways<string>
  }
  suggestions: {
    kind: 'artist' | 'title'
    id: string
    name: string
    popularity: number
    words: string
  }
}
