// The web's messages about notifications.

export const notificationMessages = {
  loadFailed: 'Failed to load notifications',
  arrived: 'You have a new notification',
  none: 'No notifications yet',
  whatComes: 'Reviews, sales and new tracks of artists you follow are announced here.',
  allRead: 'All notifications are read.',
  notVerified:
    'Your email address is not verified yet. Until it is, you get emails about your account only.',
  daily: 'One email a day, if there is something new',
  hourly: 'One email an hour at most of each commission, about what you have not read on the site',
  choicesSaved: 'Your choices were saved.',
  choiceSaved: 'Saved',
  choiceFailed: 'Failed to save your choice',
  whatIsEmailed:
    'Everything is in your list of notifications. What is checked here is also sent to your email address.',
  stops: (label: string) => `You get emails about: ${label}.`,
  stopped: (label: string) => `You get no more emails about: ${label}.`,
  linkUnknown: 'This link is not complete. Please use the one in the email again.',
} as const

/** The accessible name of the bell, with the true count. */
export function bellName(unread: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
}
