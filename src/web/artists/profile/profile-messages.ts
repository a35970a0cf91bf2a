// Sentences about an artist's profile.

export const profileMessages = {
  loading: 'Loading...',
  loadFailed: 'Failed to load artist details',
} as const
