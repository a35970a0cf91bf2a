// The messages of a search about its results. Apart from `track-messages.ts`, which every page has.

export const searchMessages = {
  notFound: 'No tracks found',
  nothingFor: (query: string | undefined) =>
    `${query ? `Nothing for “${query}”. ` : ''}Try fewer words, another spelling, or the name of the singer.`,
  closestTo: (searched: string) => `No exact match. Closest to “${searched}”.`,
  resultsFor: (searched: string) => `Showing results for “${searched}”.`,
  others: { popular: 'Popular tracks', similar: 'Similar tracks' },
  notRecorded: 'Can’t find the track you need?',
  commissionService: 'See the commission service',
  suggestionCount: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
} as const
