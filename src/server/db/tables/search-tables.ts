import type { Generated } from 'kysely'
import type { BigInteger, Timestamp } from './column-types.ts'

export type SearchTables = {
  track_search: {
    track_id: string
    artist_id: string
    song: string
    popularity: number
    created_at: Date
    rating: number
    price_pence: number
    facets: number
    words: string
    /** Of all versions of a song. */
    song_key: string
  }
  facet_counts: { facets: number; tracks: number }
  facet_changes: { facets: number; change: number }
  search_lexicon: { word: string; df: Generated<number> }
  lexicon_changes: { word: string; change: number }
  page_fences: { sort: string; position: number; track_id: string }
  order_changes: { noted_at: Timestamp }
  search_generation: { singleton: Generated<boolean>; generation: BigInteger }
}
