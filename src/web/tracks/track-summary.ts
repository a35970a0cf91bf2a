import type { Track, TrackList } from '#contracts/tracks.ts'

/** The fields of a track that cards, the player and the cart show. */
export type TrackSummary = Pick<
  Track,
  | 'id'
  | 'title'
  | 'originalArtist'
  | 'customerPricePence'
  | 'isSellable'
  | 'backingTrackType'
  | 'genre'
  | 'vocalGender'
  | 'keySignature'
  | 'previewUrl'
  | 'previewSeconds'
  | 'waveform'
  | 'coverUrl'
  | 'averageRating'
  | 'numOfRatings'
  | 'user'
>

export type TrackSummaryList = Omit<TrackList, 'tracks'> & { tracks: TrackSummary[] }

/** The other fields, half of the bytes, are not sent a second time as data of a page of cards. */
export function trackSummary(track: Track): TrackSummary {
  return {
    id: track.id,
    title: track.title,
    originalArtist: track.originalArtist,
    customerPricePence: track.customerPricePence,
    isSellable: track.isSellable,
    backingTrackType: track.backingTrackType,
    genre: track.genre,
    vocalGender: track.vocalGender,
    keySignature: track.keySignature,
    previewUrl: track.previewUrl,
    previewSeconds: track.previewSeconds,
    waveform: track.waveform,
    coverUrl: track.coverUrl,
    averageRating: track.averageRating,
    numOfRatings: track.numOfRatings,
    user: track.user,
  }
}
