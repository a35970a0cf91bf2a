// An artist for tests, with optional changes.

import type { ArtistSummary } from './artist-summary.ts'

export function exampleArtist(changes: Partial<ArtistSummary> = {}): ArtistSummary {
  return {
    id: '0198f000-0000-7000-8000-0000000000aa',
    username: 'rosa',
    displayName: 'Rosa Lindqvist',
    avatar: null,
    artistInstrument: 'Acoustic guitar',
    artistExample: '/public/artists/examples/1.mp3',
    averageTrackRating: 4.5,
    numOfRatings: 32,
    numOfReviews: 6,
    numOfCommissions: 4,
    numOfUploadedTracks: 1_200,
    numOfFollowers: 210,
    availableForCommission: true,
    isFullyBooked: false,
    customerCommissionPricePence: 6_620,
    maxTimeTakenForCommission: '2 weeks',
    averageCommissionCompletionTime: 5,
    averageCommissionCompletionTimeHours: 120,
    ...changes,
  }
}
