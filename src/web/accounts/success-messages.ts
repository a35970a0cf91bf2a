// Sentences about what has just become of an account; apart from the others, because few pages show them.

export const successMessages = {
  customerRegistered: 'Your account has been created successfully!',
  artistRegistered: 'Your artist account has been created successfully!',
  upgradedToArtist: 'You have been upgraded to an artist account!',
  passwordChanged: 'Your password was changed. Please log in with the new one.',
  accountDeleted: 'Your account was deleted. Thank you for having been here.',
  succeeded: 'Operation completed successfully!',
} as const
