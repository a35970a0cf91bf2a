// Sentences about an artist's profile.

export const profileMessages = {
  loading: 'Loading...',
  loadFailed: 'Failed to load artist details',
  own: 'This is your profile as others see it.',
  notFound: 'Artist not found',
  notFoundHint: 'The account may have been closed, or the link is not complete.',
  tracksFailed: 'Failed to load tracks.',
  noTracksFound: 'No tracks found matching your search.',
  noTracks: 'No tracks uploaded yet.',
  fullyBooked: 'Fully booked',
  unknownFigure: 'N/A',
} as const
