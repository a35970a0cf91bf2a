// Sentences of lists of artists.

export const artistListMessages = {
  loadFailed: 'Failed to load artists. Please try again.',
  loadFailedTitle: 'Unable to Load Artists',
  notFound: 'No artists found',
  notFoundHint: 'Try fewer words, another spelling, or fewer filters.',
  onlyAvailable: 'Only artists who take commissions at the moment were searched.',
  nobodyYet: 'No artists yet',
  nobodyYetHint: 'Nobody has joined as an artist so far. Do you play? Be the first.',
  noneFeatured: 'No featured artists available',
  resultsFor: (searched: string) => `Showing results for “${searched}”.`,
} as const
