// Sentences about an artist's profile.

export const profileMessages = {
  loading: 'Loading...',
  loadFailed: 'Failed to load artist details',
  tracksFailed: 'Failed to load tracks.',
  noTracksFound: 'No tracks found matching your search.',
  noTracks: 'No tracks uploaded yet.',
  unknownFigure: 'N/A',
} as const
