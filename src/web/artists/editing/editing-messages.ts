// The sentences about editing the own profile.

export const editingMessages = {
  saved: 'Profile updated',
  unsaved: 'You have unsaved changes. They stay on this device until you save or discard them.',
  pictureSaved: 'Picture updated',
  pictureRemoved: 'Picture removed',
  exampleSent: 'Example sent. It is being prepared.',
  exampleSaved: 'Example updated',
  exampleRemoved: 'Example removed',
  preparing: 'Being prepared…',
} as const
