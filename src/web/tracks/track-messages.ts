// Sentences of the catalogue, and names for what is missing from a track.

export const trackMessages = {
  loadFailed: 'Failed to load tracks.',
  loadFailedTitle: 'Unable to Load Tracks',
  comingSoon: 'Track Collection Coming Soon',
  relatedEmpty: 'No other tracks available from this artist.',
  relatedFailed: 'Failed to load related tracks',
  statisticsFailed: 'Failed to load statistics',
  licenseFailed: 'Failed to load license information',
  artistUnknown: 'Unknown Artist',
  artistMissing: 'Artist Not Available',
} as const
