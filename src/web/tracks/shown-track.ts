import type { Track, TrackList } from '#contracts/tracks.ts'

/** What cards, the player and the cart show of a track. */
export type ShownTrack = Pick<
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

export type ShownTrackList = Omit<TrackList, 'tracks'> & { tracks: ShownTrack[] }

/** The rest, half of the bytes, need not travel with a page of cards a second time. */
export function shownTrack(track: Track): ShownTrack {
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
