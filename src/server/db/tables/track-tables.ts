import type { ColumnType, Generated } from 'kysely'
import type { Instrumentation, LicenceStatus, TrackFormat } from '#rules/tracks/track-options.ts'
import type { BigInteger, Timestamp } from './column-types.ts'

/** The details that an artist enters and everyone sees: the name of each in the code, and its column. */
export const enteredColumns = {
  title: 'title',
  originalArtist: 'original_artist',
  description: 'description',
  instructions: 'instructions',
  pricePence: 'price_pence',
  format: 'format',
  instrumentation: 'instrumentation',
  genre: 'genre',
  vocalRange: 'vocal_range',
  keySignature: 'key_signature',
  isHigher: 'is_higher',
  isLower: 'is_lower',
  licenceStatus: 'licence_status',
  licensedFrom: 'licensed_from',
  youtubeGuideUrl: 'youtube_guide_url',
} as const satisfies Record<string, keyof TrackTables['tracks']>

export type TrackTables = {
  tracks: {
    id: string
    artist_id: string
    title: string
    original_artist: string
    description: string
    instructions: string | null
    /** The artist's price. */
    price_pence: number
    format: TrackFormat
    instrumentation: Instrumentation
    genre: string | null
    vocal_range: string | null
    key_signature: string | null
    is_higher: Generated<boolean>
    is_lower: Generated<boolean>
    licence_status: Generated<LicenceStatus>
    /** Exactly when the status is `licensed`. */
    licensed_from: string | null
    licence_document_id: string | null
    youtube_guide_url: string | null
    guide_track_url: string | null
    original_key: string
    original_name: string
    original_container: string
    original_bytes: BigInteger
    original_sha256: string
    codec: string
    sample_rate_hz: number
    channels: number
    duration_ms: number
    loudness_lufs: number
    loudness_range_lu: number
    measured_key: string | null
    measured_key_confidence: number | null
    /** By the artist, although the recording sounds like another one. */
    key_stated: Generated<boolean>
    tempo_bpm: number | null
    music_measured_at: Date | null
    peaks: Uint8Array
    preview_key: string
    preview_ms: number
    waveform: string
    fine_waveform: string
    search_text: string
    /** 'C' to 'B' with sharps; Db is C#. */
    pitch: string | null
    mode: 'major' | 'minor' | null
    tempo_band: string | null
    /** Title and original artist in plain words. */
    song: string
    /** Equal for all versions of a song; null until the job `name_songs` has computed it. */
    song_key: string | null
    quality_validated: Generated<boolean>
    rating_count: Generated<number>
    rating_sum: Generated<number>
    created_at: Timestamp
    withdrawn_at: Date | null
    /** By an admin. */
    taken_down_at: Date | null
  }
  ratings: { track_id: string; user_id: string; stars: number; rated_at: Timestamp }
  comments: {
    id: string
    track_id: string
    user_id: string | null
    text: string
    created_at: Timestamp
    edited_at: Date | null
    /** After a report of it was upheld: only its author reads it. */
    taken_down_at: Date | null
  }
  track_activity: {
    track_id: string
    day: ColumnType<Date, string>
    purchases: Generated<number>
    downloads: Generated<number>
    plays: Generated<number>
  }
  track_statistics: {
    track_id: string
    purchases: Generated<number>
    downloads: Generated<number>
    plays: Generated<number>
    popularity: Generated<number>
    stale: Generated<boolean>
  }
}
