// Maps a track's row to the contract.

import type { Selectable } from 'kysely'
import type {
  ListedTrack as ListedTrackOnWire,
  OwnersFields,
  Track,
  TrackVersion,
} from '#contracts/tracks.ts'
import { shownDetails, type TrackChanges, type TrackDetails } from '#contracts/track-details.ts'
import { licenceDocumentId, licenceDocumentUrl } from '#rules/licences/licence-documents.ts'
import type { KeyAnswer } from '#rules/music/measured-key.ts'
import { parseKey } from '#rules/music/musical-key.ts'
import { customerPricePence } from '#rules/price.ts'
import { vocalGenderOf } from '#rules/music/vocal-range.ts'
import type { Tables } from '#server/db/tables.ts'
import type { VersionRow } from '#server/search/find-versions.ts'
import type { listedTrackColumns } from './listed-tracks.ts'
import { enteredOf, type TrackDescription } from './track-columns.ts'
import { shareVersion } from './pictures/share-picture.ts'
import { coverUrl } from './pictures/cover-url.ts'

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

export function presentTrack(row: ListedTrack): Track {
  const { pricePence: artistPence, ...entered } = enteredOf(row)
  const pricePence = customerPricePence(artistPence)
  const { isFlat, isSharp, isMajor, isMinor } = parseKey(row.key_signature)
  return {
    ...namesOnWire(entered),
    id: row.id,
    customerPrice: pricePence / 100,
    customerPricePence: pricePence,
    isSellable: row.is_sellable,
    vocalGender: vocalGenderOf(entered.vocalRange),
    isFlat,
    isSharp,
    isMajor,
    isMinor,
    tempoBpm: row.tempo_bpm,
    guideTrackUrl: row.guide_track_url,
    previewUrl: `/public/tracks/${row.id}/preview.mp3`,
    previewSeconds: row.preview_ms / 1000,
    waveform: row.waveform,
    coverUrl: coverUrl({
      id: row.id,
      instrumentation: row.instrumentation,
      keySignature: row.key_signature,
    }),
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

type OtherNames = Pick<TrackDescription, 'format' | 'instrumentation' | 'licenceStatus'>

/** The specification's names of what an artist enters; `describeTrack` is the other way round. */
export function namesOnWire<Entered extends OtherNames>(entered: Entered) {
  const { format, instrumentation, licenceStatus, ...same } = entered
  return {
    ...same,
    type: format,
    backingTrackType: instrumentation,
    licenseStatus: licenceStatus,
  }
}

/** As lists show it. */
export function presentListedTrack(
  row: ListedTrack & { versions: VersionRow[] },
): ListedTrackOnWire {
  return { ...presentTrack(row), versions: row.versions.map(presentVersion) }
}

export function presentSharePicture(row: ListedTrack): string {
  const version = shareVersion({
    id: row.id,
    artistId: row.artist_id,
    instrumentation: row.instrumentation,
    keySignature: row.key_signature,
    title: row.title,
    originalArtist: row.original_artist,
    artistName: row.artist_display_name ?? row.artist_name ?? '',
  })
  return `/public/tracks/${row.id}/share.png?v=${version}`
}

type Figures = { purchases: number; downloads: number }

/** The artist's price and figures go to the track's artist only; the licence document to admins as well (D-071). */
export function presentOwnersFields(
  row: ListedTrack & { licence_document_id: string | null },
  { figures, isAdmin }: { figures: Figures | null; isAdmin: boolean },
): OwnersFields {
  const seesDocument = figures !== null || isAdmin
  const documentId = seesDocument ? row.licence_document_id : null
  return {
    price: figures && row.price_pence / 100,
    pricePence: figures && row.price_pence,
    purchaseCount: figures && figures.purchases,
    downloadCount: figures && figures.downloads,
    licenseDocumentUrl: documentId && licenceDocumentUrl(documentId),
  }
}

function presentVersion(row: VersionRow): TrackVersion {
  const vocalRange = shownDetails.vocalRange.parse(row.vocal_range)
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

type WithAnswer = { keyAnswer?: KeyAnswer | undefined }

/** The specification's names for a track's fields end here. */
export function describeTrack(details: TrackDetails & WithAnswer): TrackDescription {
  const { price, type, backingTrackType, licenseStatus, licenseDocumentUrl, ...rest } = details
  const { confirmation: _confirmed, ...same } = rest
  return {
    ...same,
    pricePence: price,
    format: type,
    instrumentation: backingTrackType,
    keyAnswer: details.keyAnswer ?? null,
    licenceStatus: licenseStatus,
    licensedFrom: licenseStatus === 'licensed' ? details.licensedFrom : null,
    licenceDocumentId: licenceDocumentId(licenseDocumentUrl ?? ''),
  }
}

/** The same for an edit: what it does not name is undefined. */
export function describeChanges(changes: TrackChanges & WithAnswer): Partial<TrackDescription> {
  const { price, type, backingTrackType, licenseStatus, licenseDocumentUrl, ...same } = changes
  return {
    ...same,
    pricePence: price,
    format: type,
    instrumentation: backingTrackType,
    licenceStatus: licenseStatus,
    licenceDocumentId:
      typeof licenseDocumentUrl === 'string'
        ? licenceDocumentId(licenseDocumentUrl)
        : licenseDocumentUrl,
  }
}
