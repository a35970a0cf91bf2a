// Sentences of the catalogue, and names for what is missing from a track.

export const trackMessages = {
  loadFailed: 'Failed to load tracks.',
  loadFailedTitle: 'Unable to Load Tracks',
  notFound: 'No tracks found',
  nothingFor: (query: string | undefined) =>
    `${query ? `Nothing for “${query}”. ` : ''}Try fewer words, another spelling, or the name of the singer.`,
  closestTo: (searched: string) => `No exact match. Closest to “${searched}”.`,
  resultsFor: (searched: string) => `Showing results for “${searched}”.`,
  popularInstead: 'Popular tracks',
  notRecorded: 'Can’t find the track you need?',
  commissionService: 'See the commission service',
  comingSoon: 'Track Collection Coming Soon',
  relatedEmpty: 'No other tracks available from this artist.',
  relatedFailed: 'Failed to load related tracks',
  statisticsFailed: 'Failed to load statistics',
  licenseFailed: 'Failed to load license information',
  suggestionCount: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  openVersion: 'Open this version',
  versionShown: (version: string) => `Now showing another version: ${version}`,
  artistUnknown: 'Unknown Artist',
  artistMissing: 'Artist Not Available',
} as const
