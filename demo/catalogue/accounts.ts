// The accounts a visitor of the demo signs in with; the artist is one of the eight.

export const demoPassword = 'sing-over-something-real'

export const demoAccounts = {
  singer: { email: 'singer@example.com', username: 'mia-sings', joinedDaysAgo: 140 },
  artist: { email: 'artist@example.com', username: 'hazel-marsh' },
  admin: { email: 'admin@example.com', username: 'undersong-admin', joinedDaysAgo: 730 },
} as const
