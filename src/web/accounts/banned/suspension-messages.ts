// The sentences for a suspended user on the pages that stay open.

export const suspensionMessages = {
  since: 'Your account is suspended since',
  suspended: 'Your account is suspended.',
  write: 'Write to us',
  ownData: 'Your tracks and your data',
} as const
