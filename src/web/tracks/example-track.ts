// A track for tests, with optional changes.

import type { CommentList } from '#contracts/review-schemas.ts'
import { nothingEntered } from '#contracts/track-details.ts'
import type { Track } from '#contracts/tracks.ts'

export const noComments: CommentList = {
  comments: [],
  totalComments: 0,
  commentPage: 1,
  commentPages: 1,
}

export function exampleTrack(changes: Partial<Track> = {}): Track {
  const id = changes.id ?? '0198f000-0000-7000-8000-000000000001'
  return {
    ...nothingEntered,
    id,
    title: 'Autumn Leaves',
    originalArtist: 'Joseph Kosma',
    description: 'Fingerpicked, one take.',
    customerPrice: 5.69,
    customerPricePence: 569,
    isSellable: true,
    type: 'Backing Track',
    backingTrackType: 'Acoustic Guitar',
    genre: 'Jazz',
    vocalRange: 'Alto',
    vocalGender: 'female',
    keySignature: 'Gm',
    isFlat: false,
    isSharp: false,
    isMajor: false,
    isMinor: true,
    isHigher: false,
    isLower: false,
    tempoBpm: 92.4,
    guideTrackUrl: null,
    licenseStatus: 'not_required',
    previewUrl: `/public/tracks/${id}/preview.mp3`,
    previewSeconds: 30,
    waveform: '0z9a',
    coverUrl: `/public/tracks/${id}/cover.svg`,
    durationSeconds: 222,
    averageRating: 4.5,
    numOfRatings: 32,
    createdAt: '2026-03-05T10:00:00.000Z',
    user: {
      id: '0198f000-0000-7000-8000-0000000000aa',
      username: 'Rosa Lindqvist',
      displayName: 'Rosa Lindqvist',
      avatar: null,
    },
    ...changes,
  }
}
