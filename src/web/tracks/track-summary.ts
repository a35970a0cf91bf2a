import type { ListedTrack, TrackSummary } from '#contracts/tracks.ts'

/** The other fields, half of the bytes, are not sent a second time as data of a page of cards. */
export function trackSummary(track: ListedTrack): TrackSummary {
  return {
    id: track.id,
    title: track.title,
    originalArtist: track.originalArtist,
    customerPricePence: track.customerPricePence,
    isSellable: track.isSellable,
    backingTrackType: track.backingTrackType,
    genre: track.genre,
    vocalRange: track.vocalRange,
    vocalGender: track.vocalGender,
    keySignature: track.keySignature,
    isHigher: track.isHigher,
    isLower: track.isLower,
    previewUrl: track.previewUrl,
    previewSeconds: track.previewSeconds,
    waveform: track.waveform,
    coverUrl: track.coverUrl,
    averageRating: track.averageRating,
    numOfRatings: track.numOfRatings,
    user: track.user,
    versions: track.versions,
  }
}
