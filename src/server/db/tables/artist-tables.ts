import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ExampleStatus } from '#rules/artists/example-process.ts'
import type { Timestamp } from './column-types.ts'

export type ArtistTables = {
  artists: {
    artist_id: string
    about: string | null
    instrument: string | null
    youtube_url: string | null
    commission_price_pence: number | null
    /** The artist's own choice. */
    wants_commissions: Generated<boolean>
    /** Wishes to, and has a free place. */
    takes_commissions: GeneratedAlways<boolean>
    /** Work that takes a place. */
    open_commissions: Generated<number>
    delivery_days: number | null
    /** How much open work the artist takes at once. */
    commission_places: Generated<number>
    included_revisions: Generated<number>
    followers: Generated<number>
    reviews: Generated<number>
    commissions: Generated<number>
    average_completion_hours: number | null
    tracks: Generated<number>
    rating_count: Generated<number>
    rating_sum: Generated<number>
    rating_rank: GeneratedAlways<number>
    popularity: Generated<number>
    joined_at: Date
    last_online_at: Date | null
    last_online_on: GeneratedAlways<ColumnType<Date, string> | null>
    name: string
    words: string
    is_listed: boolean
  }
  artist_names: {
    artist_id: string
    last_online_on: ColumnType<Date, string> | null
    takes_commissions: boolean
    commissions: number
    commission_price_pence: number | null
    rating_rank: number
    popularity: number
    tracks: number
    followers: number
    reviews: number
    joined_at: Date
    words: string
  }
  artist_words: { word: string }
  artist_counts: {
    online_on: ColumnType<Date, string>
    takes_commissions: boolean
    commissions: number
    artists: number
  }
  artist_examples: {
    id: string
    artist_id: string
    description: string
    file_name: string
    position: number
    status: Generated<ExampleStatus>
    storage_key: string | null
    bytes: number | null
    duration_ms: number | null
    refusal_code: string | null
    created_at: Timestamp
  }
  follows: { follower_id: string; artist_id: string; followed_at: Timestamp }
  reviews: {
    id: string
    artist_id: string
    author_id: string | null
    text: string
    created_at: Timestamp
    edited_at: Date | null
    answer: string | null
    answered_at: Date | null
  }
}
