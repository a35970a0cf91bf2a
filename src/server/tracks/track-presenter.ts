// Maps a track's row to the contract.

import type { Selectable } from 'kysely'
import type { Comment, Track, TrackVersion } from '#contracts/tracks.ts'
import { trackSchema } from '#contracts/tracks.ts'
import type { TrackDetails } from '#contracts/uploads.ts'
import { customerPricePence } from '#rules/price.ts'
import { vocalGenderOf } from '#rules/vocal-range.ts'
import type { Tables } from '#server/db/tables.ts'
import type { VersionRow } from '#server/search/find-versions.ts'
import type { listedTrackColumns } from './listed-tracks.ts'
import type { TrackDescription } from './track-commands.ts'
import { coverVersion } from './track-cover.ts'

/** A listed track with its artist. */
export type ListedTrack = Pick<
  Selectable<Tables['tracks']>,
  (typeof listedTrackColumns)[number]
> & {
  artist_name: string | null
  artist_display_name: string | null
  artist_avatar: string | null
  is_sellable: boolean
}

const { genre: genreSchema, vocalRange: vocalRangeSchema } = trackSchema.shape

export function presentTrack(row: ListedTrack): Track {
  const pricePence = customerPricePence(row.price_pence)
  const vocalRange = vocalRangeSchema.parse(row.vocal_range)
  return {
    id: row.id,
    title: row.title,
    originalArtist: row.original_artist,
    description: row.description,
    instructions: row.instructions,
    customerPrice: pricePence / 100,
    customerPricePence: pricePence,
    isSellable: row.is_sellable,
    type: row.format,
    backingTrackType: row.instrumentation,
    genre: genreSchema.parse(row.genre),
    vocalRange,
    vocalGender: vocalGenderOf(vocalRange),
    keySignature: row.key_signature,
    isHigher: row.is_higher,
    isLower: row.is_lower,
    previewUrl: `/public/tracks/${row.id}/preview.mp3`,
    previewSeconds: row.preview_ms / 1000,
    waveform: row.waveform,
    coverUrl: `/public/tracks/${row.id}/cover.svg?v=${coverVersion({ instrumentation: row.instrumentation, keySignature: row.key_signature })}`,
    durationSeconds: row.duration_ms / 1000,
    averageRating: row.rating_count === 0 ? null : row.rating_sum / row.rating_count,
    numOfRatings: row.rating_count,
    createdAt: row.created_at.toISOString(),
    user:
      row.artist_name === null
        ? null
        : {
            id: row.artist_id,
            username: row.artist_name,
            displayName: row.artist_display_name ?? row.artist_name,
            avatar: row.artist_avatar,
          },
  }
}

export function presentVersion(row: VersionRow): TrackVersion {
  const vocalRange = vocalRangeSchema.parse(row.vocal_range)
  return {
    id: row.id,
    keySignature: row.key_signature,
    vocalRange,
    vocalGender: vocalGenderOf(vocalRange),
    isHigher: row.is_higher,
    isLower: row.is_lower,
    backingTrackType: row.instrumentation,
    customerPricePence: customerPricePence(row.price_pence),
  }
}

/** The specification's names for a track's fields end here. */
export function describeTrack(details: TrackDetails): TrackDescription {
  return {
    title: details.title,
    originalArtist: details.originalArtist,
    description: details.description,
    instructions: details.instructions || null,
    pricePence: details.price,
    format: details.type,
    instrumentation: details.backingTrackType,
    genre: details.genre ?? null,
    vocalRange: details.vocalRange ?? null,
    keySignature: details.keySignature || null,
    isHigher: details.isHigher,
    isLower: details.isLower,
  }
}

export function presentComment(row: {
  id: string
  text: string
  created_at: Date
  username: string | null
  avatar: string | null
}): Comment {
  return {
    id: row.id,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    user: row.username === null ? null : { username: row.username, avatar: row.avatar },
  }
}
