// Sentences about following artists.

export const followMessages = {
  followed: (name: string) => `You follow ${name} now.`,
  unfollowed: (name: string) => `You no longer follow ${name}.`,
  updateFailed: 'Failed to update follow status',
  followFailed: 'Failed to follow artist',
  unfollowFailed: 'Failed to unfollow artist',
  followingFailed: 'Failed to get following list',
  followersFailed: 'Failed to get followers list',
} as const
