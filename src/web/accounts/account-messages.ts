// Sentences about the session.

export const accountMessages = {
  accessDenied: 'Access Denied',
  loggedOut: 'You were logged out; your basket is safe.',
  sessionUnknown: 'Authentication loading, please try again',
} as const
