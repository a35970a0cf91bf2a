import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ExampleStatus } from '#rules/artists/example-process.ts'
import type { OfferFits } from '#rules/artists/offers.ts'
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
    /** Increased by each change of the offers. */
    offers_version: Generated<number>
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
    /** What they are called, in plain words. */
    name: string
    name_words: string
    /** The words of both names and the instrument. */
    words: string
    is_listed: boolean
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
  artist_offers: {
    id: string
    artist_id: string
    position: number
    title: string
    description: string
    /** What the artist receives. */
    artist_pence: number
    delivery_days: number
    fits: OfferFits
    is_on: boolean
    created_at: Timestamp
    updated_at: Timestamp
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
    /** After a report of it was upheld: only its author reads it. */
    taken_down_at: Date | null
  }
}
