// Sentences of the log-in page; apart from the others, because no other page shows them.

export const loginMessages = {
  logInForPage: 'Please log in to open that page. If you were logged in, that session has ended.',
} as const
