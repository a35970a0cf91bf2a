// The sentences about what an admin has done.

export const adminMessages = {
  banned: 'Artist has been banned.',
  unbanned: 'Artist has been unbanned.',
  banFailed: 'Failed to ban artist.',
  unbanFailed: 'Failed to unban artist.',
  bannedArtists: 'Banned artists, whom only admins see',
  allBannedArtists: 'All banned artists',
  held: 'Transfers are on hold.',
  released: 'Transfers have been released.',
  settled: 'It is settled, and owed no more.',
  takenDown: 'The track has been taken down.',
  putBack: 'The track has been put back.',
  featured: 'The track is featured on the home page.',
  featuringEnded: 'The track is featured no more.',
  validated: 'The quality is approved.',
  invalidated: 'The approval is removed.',
  commentRemoved: 'The comment has been removed.',
  reviewRemoved: 'The review has been removed.',
  answered: 'The answer is on its way.',
  closed: 'The message is closed.',
  reopened: 'The message is open again.',
} as const
