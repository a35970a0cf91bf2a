import type { Track, TrackList } from '#contracts/tracks.ts'

/** What cards, the player and the cart show of a track. */
export type TrackSummary = Pick<
  Track,
  | 'id'
  | 'title'
  | 'originalArtist'
  | 'customerPricePence'
  | 'isForSale'
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

/** The rest, half of the bytes, need not travel with a page of cards a second time. */
export function trackSummary(track: Track): TrackSummary {
  return {
    id: track.id,
    title: track.title,
    originalArtist: track.originalArtist,
    customerPricePence: track.customerPricePence,
    isForSale: track.isForSale,
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
