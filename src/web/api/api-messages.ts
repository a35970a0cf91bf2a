// Sentences for every call to the server.

import { unexpectedErrorMessage } from '#rules/errors/general-messages.ts'

export const apiMessages = {
  unexpectedError: unexpectedErrorMessage,
  network: 'Network error - check your connection',
} as const
