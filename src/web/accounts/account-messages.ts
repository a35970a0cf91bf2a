// Sentences about the session and about what an account has just become.

export const accountMessages = {
  accessDenied: 'Access Denied',
  loggedOut: 'You were logged out; your basket is safe.',
  logInForPage: 'Please log in to open that page. If you were logged in, that session has ended.',
  sessionUnknown: 'Authentication loading, please try again',
  customerRegistered: 'Your account has been created successfully!',
  artistRegistered: 'Your artist account has been created successfully!',
  upgradedToArtist: 'You have been upgraded to an artist account!',
  passwordChanged: 'Your password was changed. Please log in with the new one.',
  accountDeleted: 'Your account was deleted. Thank you for having been here.',
  succeeded: 'Operation completed successfully!',
} as const
